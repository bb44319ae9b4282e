import { createRemixStub } from '@remix-run/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NewArrivals } from '~/routes/shop/home/home-sections';
import { Newsletter } from '~/routes/shop/home/newsletter';
import { openShop } from '../../support/shop-pages';

test('the newest products lead to the search of all products', async () => {
  openShop({ home: { default: () => <NewArrivals products={[]} /> } }, '/home');
  expect(await screen.findByRole('link', { name: 'Xem tất cả' })).toHaveAttribute('href', '/search');
});

test('who subscribes to the newsletter is led to the thanks', async () => {
  const Home = createRemixStub([
    {
      path: '/',
      children: [
        { index: true, Component: () => <Newsletter answer={undefined} />, action: () => ({ isSubscribed: true }) },
      ],
    },
  ]);
  render(<Home />);
  await userEvent.click(await screen.findByRole('button', { name: 'Đăng ký' }));
  await waitFor(() => expect(screen.getByText(/^Cảm ơn bạn/)).toHaveFocus());
});
