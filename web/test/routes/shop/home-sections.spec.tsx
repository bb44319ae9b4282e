import { screen } from '@testing-library/react';
import { NewArrivals } from '~/routes/shop/home/home-sections';
import { openShop } from '../../support/shop-pages';

test('the newest products lead to the search that begins with the newest', async () => {
  openShop({ home: { default: () => <NewArrivals products={[]} /> } }, '/home');
  expect(await screen.findByRole('link', { name: 'Xem tất cả' })).toHaveAttribute('href', '/search?sort=newest');
});
