import { screen, waitFor, within } from '@testing-library/react';
import { cartItems } from '~/features/cart/cart';
import { QuickViewButton } from '~/features/quick-view/quick-view-button';
import { fakeApi } from '../../support/api';
import { product, variant } from '../../support/given';
import { openShop, press } from '../../support/shop-pages';

const black = { id: 1, name: 'Đen', hex_code: '#000000' };
const [m, l] = [
  { id: 1, name: 'M' },
  { id: 2, name: 'L' },
];
const variants = [
  variant({ id: 11, color: black, size: m, stock_quantity: 3, price: 200_000 }),
  variant({ id: 12, color: black, size: l, stock_quantity: 0, price: 220_000 }),
];
const shirt = product({
  name: 'Áo linen',
  has_variants: true,
  variants,
  available_colors: [black],
  available_sizes: [m, l],
  total_stock: 3,
});
const PRODUCT = 'GET /api/products/5/';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi({
    [PRODUCT]: { body: shirt },
    'GET /api/products/5/variants/1/1/': { body: { ...variants[0], price: 199_000, stock_quantity: 2 } },
  });
});

function open() {
  openShop({ list: { default: () => <QuickViewButton product={shirt} color={1} /> } }, '/list');
  return press('Xem nhanh Áo linen');
}
const dialog = () => screen.findByRole('dialog', { name: 'Áo linen' });

test('shows pictures, choice, live price and stock, and adds to the cart', async () => {
  await open();
  expect(await screen.findByRole('button', { name: 'L, hết hàng' })).toBeVisible();
  await press('Thêm vào giỏ');
  expect(await screen.findByRole('alert')).toHaveTextContent('Vui lòng chọn kích cỡ trước khi mua.');
  await press('M');
  expect(await within(await dialog()).findByText('199.000 VND')).toBeVisible();
  expect(await screen.findByText('Chỉ còn 2 sản phẩm')).toBeVisible();
  await press('Thêm vào giỏ');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(cartItems.get()).toMatchObject([{ uniqueKey: '5-11', qty: 1 }]);
});

test('shows the price of now of a product without variants', async () => {
  const bag = product({ name: 'Áo linen', has_variants: false, variants: [], min_price: 150_000 });
  api.answer({
    [PRODUCT]: () => ({ body: api.to(PRODUCT).length === 1 ? bag : { ...bag, min_price: 160_000 } }),
  });
  await open();
  expect(await within(await dialog()).findByText('160.000 VND')).toBeVisible();
});

test('shows the lowest price as such until a size is chosen', async () => {
  await open();
  expect(await screen.findByText('Từ')).toBeVisible();
  await press('M');
  await waitFor(() => expect(screen.queryByText('Từ')).toBeNull());
});

test('leads to the page of the product with the choice', async () => {
  await open();
  await press('M');
  expect(screen.getByRole('link', { name: 'Xem đầy đủ' })).toHaveAttribute('href', '/products/5?color=1&size=1');
});

test('says when the product is gone, and repeats a failed load', async () => {
  api.answer({ [PRODUCT]: 'unreachable' });
  await open();
  await screen.findByText('Không tải được sản phẩm.');
  api.answer({ [PRODUCT]: { status: 404, body: { detail: 'Không tìm thấy' } } });
  await press('Thử lại');
  expect(await screen.findByText('Sản phẩm này không còn bán.')).toBeVisible();
});
