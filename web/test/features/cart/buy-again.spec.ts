import { MAX_ORDER_LINES } from 'contract/rules';
import { addToCart, cartItems } from '~/features/cart/cart';
import { buyAgain } from '~/features/cart/buy-again';
import { BROKEN, fakeApi } from '../../support/api';
import { order, product, variant } from '../../support/given';

let api: ReturnType<typeof fakeApi>;

type Line = ReturnType<typeof order>['orderItems'][number];

const line = (changed: Partial<Line> = {}): Line => ({ ...order().orderItems[0]!, ...changed });
const dress = line({ product: 6, productName: 'Váy', qty: 2, variant_info: { id: 12, color: 'Đen', size: 'M' } });
const held = () => Object.fromEntries(cartItems.get().map(({ uniqueKey, qty }) => [uniqueKey, qty]));

beforeEach(() => {
  api = fakeApi({
    'GET /api/products/5/': { body: product() },
    'GET /api/products/6/': { body: product({ id: 6, name: 'Váy', variants: [variant({ product: 6 })] }) },
    'GET /api/products/7/': { status: 404, body: { detail: 'Không tìm thấy sản phẩm.' } },
  });
});

test('the cart holds what the order held, at today’s prices', async () => {
  expect(await buyAgain([line({ price: 90_000 }), dress])).toEqual({ held: 2, exceptions: [] });
  expect(held()).toEqual({ '5': 1, '6-12': 2 });
  expect(cartItems.get().map(({ price }) => price)).toEqual([150_000, 200_000]);
});

test('what the cart holds already is not added again', async () => {
  await addToCart(6, 12, 1);
  await buyAgain([line(), dress]);
  await buyAgain([line(), dress]);
  expect(held()).toEqual({ '6-12': 2, '5': 1 });
});

test('what is sold out, not sold any more or short is named, and the rest is added', async () => {
  api.answer({ 'GET /api/products/5/': { body: product({ countInStock: 0 }) } });
  const gone = line({ product: 7, productName: 'Khăn' });
  expect(await buyAgain([line(), { ...dress, qty: 9 }, gone])).toEqual({
    held: 1,
    exceptions: ['Áo thun (hết hàng)', 'Váy (còn 3)', 'Khăn (không còn bán)'],
  });
  expect(held()).toEqual({ '6-12': 3 });
});

test('a cart that is full says so', async () => {
  const full = Array.from({ length: MAX_ORDER_LINES }, (_, at) => ({ ...product(), id: 100 + at, qty: 1 }));
  localStorage.setItem('cartItems', JSON.stringify(full));
  expect(await buyAgain([line()])).toEqual({ held: 0, exceptions: ['Áo thun (giỏ hàng đã đầy)'] });
});

test('without a connection it fails, and what was added stays', async () => {
  api.answer({ 'GET /api/products/6/': BROKEN });
  await expect(buyAgain([line(), dress])).rejects.toMatchObject({ status: 500 });
  expect(held()).toEqual({ '5': 1 });
});
