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

test('also links an administrator to the back office, and below a divider to four of its pages', async () => {
  expect(await show(true)).toEqual([
    ...OWN,
    '/admin',
    '/admin/users',
    '/admin/products',
    '/admin/orders',
    '/admin/paybox',
  ]);
  const divider = screen.getByRole('separator', { hidden: true });
  const below = screen
    .getAllByRole('link', { hidden: true })
    .filter((link) => divider.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING);
  expect(below.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/users',
    '/admin/products',
    '/admin/orders',
    '/admin/paybox',
  ]);
});
