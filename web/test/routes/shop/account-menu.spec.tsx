import { screen } from '@testing-library/react';
import { AccountMenu } from '~/routes/shop/layout/account-menu';
import { me } from '../../support/given';
import { openShop } from '../../support/shop-pages';

async function show(isAdmin: boolean) {
  openShop({ menu: { default: () => <AccountMenu user={me({ isAdmin })} /> } }, '/menu');
  const links = await screen.findAllByRole('link', { hidden: true });
  return links.map((link) => link.getAttribute('href'));
}

const OWN = ['/profile', '/paybox', '/user/chat', '/logout'];

test('the account menu shows a shopper’s links', async () => {
  expect(await show(false)).toEqual(OWN);
  expect(screen.queryByRole('separator', { hidden: true })).toBeNull();
});

test('also links an administrator to the back office', async () => {
  expect(await show(true)).toEqual([
    ...OWN,
    '/admin',
    '/admin/users',
    '/admin/products',
    '/admin/orders',
    '/admin/paybox',
  ]);
  expect(screen.getByRole('separator', { hidden: true })).toBeInTheDocument();
});
