import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { RecentlyViewed } from '~/features/recently-viewed/recently-viewed';
import { rememberViewed, viewedProducts } from '~/lib/storage/viewed-products';
import { fakeApi } from '../../support/api';
import { product } from '../../support/given';
import { openShop } from '../../support/shop-pages';

const CARDS = 'GET /api/products/cards/';
const all = [3, 2, 1].map((id) => product({ id, name: `Áo ${id}` }));

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  viewedProducts.clear();
  api = fakeApi({ [CARDS]: { body: all } });
});

const open = (except?: number) => openShop({ page: { default: () => <RecentlyViewed except={except} /> } }, '/page');
const names = () => screen.findAllByRole('heading', { level: 3 }).then((all) => all.map((each) => each.textContent));

test('what was viewed on this device is shown again, the last one first, without what is gone', async () => {
  for (const id of [1, 2, 3, 9]) rememberViewed(id);
  open();
  expect(await names()).toEqual(['Áo 3', 'Áo 2', 'Áo 1']);
  expect(api.to(CARDS)[0]?.query).toBe('ids=9%2C3%2C2%2C1');
});

test('the product of the page is left out', async () => {
  for (const id of [1, 2]) rememberViewed(id);
  open(2);
  await waitFor(() => expect(api.to(CARDS)[0]?.query).toBe('ids=1'));
});

test('a failed load can be repeated, and clearing forgets everything', async () => {
  rememberViewed(3);
  api.answer({ [CARDS]: 'unreachable' });
  open();
  await screen.findByText('Không tải được sản phẩm bạn vừa xem.');
  api.answer({ [CARDS]: { body: [all[0]] } });
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await names()).toEqual(['Áo 3']);
  await userEvent.click(screen.getByRole('button', { name: 'Xóa sản phẩm đã xem' }));
  expect(screen.queryByRole('heading')).toBeNull();
  expect(viewedProducts.get()).toEqual([]);
});

test('clearing moves the focus to the next heading', async () => {
  rememberViewed(3);
  const page = () => (
    <>
      <h2>Trước</h2>
      <RecentlyViewed />
      <h2>Sau</h2>
    </>
  );
  openShop({ page: { default: page } }, '/page');
  await names();
  await userEvent.click(screen.getByRole('button', { name: 'Xóa sản phẩm đã xem' }));
  expect(screen.getByRole('heading', { name: 'Sau' })).toHaveFocus();
});

test('a device remembers twelve products, each once, and trusts nothing that is stored', () => {
  for (let id = 1; id <= 14; id++) rememberViewed(id);
  rememberViewed(10);
  expect(viewedProducts.get()).toEqual([10, 14, 13, 12, 11, 9, 8, 7, 6, 5, 4, 3]);
  localStorage.setItem('viewedProducts', '["x", -1, 4, null, 1.5]');
  expect(viewedProducts.get()).toEqual([4]);
});

test('the server renders no recently viewed products', () => {
  rememberViewed(3);
  expect(renderToString(<RecentlyViewed />)).toBe('');
});
