import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import * as cart from '~/routes/checkout/cart/route';
import { cartItems } from '~/features/cart/cart';
import { fakeApi } from '../../support/api';
import { product, shopSettings, signedIn, variant } from '../../support/given';
import { openShop } from '../../support/shop-pages';

let api: ReturnType<typeof fakeApi>;

/** Shirts in the cart of an earlier visit, and what the shop says of them now. */
function openCart(
  { inCart = {}, inShop = product() }: { inCart?: object; inShop?: ReturnType<typeof product> | null } = {},
  settings = shopSettings(),
) {
  const line = { id: 5, qty: 2, name: 'Áo thun', price: 150_000, countInStock: 4, variant_id: null, ...inCart };
  localStorage.setItem('cartItems', JSON.stringify([line]));
  api.answer({ 'GET /api/products/5/': inShop ? { body: inShop } : 'unreachable' });
  openShop({ cart }, '/cart', () => settings);
}

beforeEach(() => {
  api = fakeApi({});
});

const summary = () => within(screen.getByRole('complementary', { name: 'Tóm tắt đơn hàng' }));

test("the server renders the page's frame, and says that the cart needs scripts", () => {
  const frame = renderToString(<cart.HydrateFallback />);
  expect(frame).toContain('Giỏ hàng');
  expect(frame).toMatch(/<noscript>.*Hãy bật JavaScript.*<\/noscript>/);
});

test('an empty cart cannot be checked out', async () => {
  openShop({ cart }, '/cart');
  expect(await screen.findByText('Giỏ hàng trống')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Thanh toán' })).toBeDisabled();
});

test('a cart that the browser does not keep says so', async () => {
  openCart();
  await screen.findByText('Áo thun');
  expect(screen.queryByText(/^Trình duyệt không cho phép lưu/)).toBeNull();
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Tăng' }));
  expect(await screen.findByText(/^Trình duyệt không cho phép lưu/)).toBeVisible();
});

test('an empty cart of a browser that refuses storage says that it keeps none', async () => {
  cartItems.clear(); // the page still knows the carts of the tests before
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  openShop({ cart }, '/cart');
  expect(await screen.findByText('Giỏ hàng trống')).toBeVisible();
  expect(screen.getByText(/^Trình duyệt không cho phép lưu/)).toBeVisible();
});

test('totals follow the quantity, which stays between 1 and the stock, and its buttons keep the focus at both ends', async () => {
  openCart();
  const plus = await screen.findByRole('button', { name: 'Tăng' });
  expect(summary().getByRole('link')).toHaveTextContent('Thanh toán · 315.000 VND');
  for (const _ of [1, 2, 3]) await userEvent.click(plus);
  expect(plus).toHaveAttribute('aria-disabled', 'true');
  expect(plus).toHaveFocus();
  expect(summary().getByRole('link')).toHaveTextContent('Thanh toán · 630.000 VND');
  expect(within(screen.getByRole('group', { name: 'Số lượng Áo thun' })).getByRole('status')).toHaveTextContent('4');
  const minus = screen.getByRole('button', { name: 'Giảm' });
  for (const _ of [1, 2, 3, 4]) await userEvent.click(minus);
  expect(minus).toHaveAttribute('aria-disabled', 'true');
  expect(minus).toHaveFocus();
  expect(JSON.parse(localStorage.getItem('cartItems')!)).toMatchObject([{ qty: 1 }]);
});

test('shipping costs 100.000 above a million, and the amount left to free shipping is shown', async () => {
  openCart({ inCart: { variant_id: 12 }, inShop: product({ variants: [variant({ price: 600_000 })] }) });
  // Beside the page on wide screens, and among the parts that unfold on phones.
  expect(await screen.findAllByText('Mua thêm 800.000 VND để được miễn phí giao hàng.')).toHaveLength(2);
  expect(summary().getByRole('link')).toHaveTextContent('1.360.000 VND');
});

test('the amount left to free shipping is that of the reduced fee where this fee is nothing', async () => {
  const shipping = { ...shopSettings().shipping, standard_fee: 30_000, reduced_threshold: 500_000, reduced_fee: 0 };
  openCart({}, shopSettings({ shipping }));
  expect(await screen.findAllByText('Mua thêm 200.001 VND để được miễn phí giao hàng.')).toHaveLength(2);
});

test('a line leads to its product in its colour and size, also one of an earlier release', async () => {
  const sold = variant({ color: { id: 3, name: 'Đỏ', hex_code: '#c01020' }, size: { id: 7, name: 'M' } });
  openCart({ inCart: { variant_id: sold.id }, inShop: product({ variants: [sold] }) });
  await screen.findByText('Đỏ · Cỡ M');
  expect(screen.getByRole('link', { name: 'Áo thun' })).toHaveAttribute('href', '/products/5?color=3&size=7');
});

test('a change of price or stock is shown at its line', async () => {
  openCart({ inCart: { price: 120_000, qty: 4 }, inShop: product({ countInStock: 3 }) });
  expect(await screen.findByText(/Giá đã đổi từ 120.000 VND thành 150.000 VND/)).toBeVisible();
  expect(screen.getByText(/Chỉ còn 3 sản phẩm, số lượng đã được giảm từ 4/)).toBeVisible();
  expect(summary().getByRole('link')).toHaveTextContent('472.500 VND');
});

test('a sold-out line is not counted and must be removed; removing can be undone', async () => {
  openCart({ inShop: product({ countInStock: 0 }) });
  expect(await screen.findByText('Đã hết hàng. Hãy xóa khỏi giỏ để tiếp tục.')).toBeVisible();
  expect(summary().getByRole('button')).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Xóa Áo thun' }));
  expect(screen.getByText('Giỏ hàng trống')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Hoàn tác' }));
  expect(screen.getByRole('button', { name: 'Xóa Áo thun' })).toBeVisible();
});

test('without a connection the cart shows its stored lines, with a retry', async () => {
  openCart({ inShop: null });
  const retry = await screen.findByRole('button', { name: 'Thử lại' });
  api.answer({ 'GET /api/products/5/': { body: product({ price: 160_000 }) } });
  await userEvent.click(retry);
  expect(await screen.findByText(/Giá đã đổi từ 150.000 VND thành 160.000 VND/)).toBeVisible();
});

test('a guest signs in first and returns to the address', async () => {
  openCart();
  expect(await screen.findByRole('link', { name: /^Thanh toán/ })).toHaveAttribute('href', '/login?redirect=shipping');
});

test('a signed-in shopper goes straight to the address', async () => {
  signedIn();
  openCart();
  expect(await screen.findByRole('link', { name: /^Thanh toán/ })).toHaveAttribute('href', '/shipping');
});

test('removing a line leads the focus to the next one, and at last to the heading', async () => {
  openCart();
  const [line] = JSON.parse(localStorage.getItem('cartItems')!) as object[];
  const lines = [1, 2, 3].map((variant_id) => ({
    ...line,
    variant_id,
    uniqueKey: `5-${variant_id}`,
    name: `Áo ${variant_id}`,
  }));
  localStorage.setItem('cartItems', JSON.stringify(lines));
  window.dispatchEvent(new StorageEvent('storage', { key: 'cartItems' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Xóa Áo 2' }));
  expect(screen.getByRole('button', { name: 'Xóa Áo 3' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Xóa Áo 1' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Giỏ hàng trống')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});
