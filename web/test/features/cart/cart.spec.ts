import { MAX_ORDER_LINES } from 'contract/rules';
import {
  addToCart,
  countPieces,
  cartItems,
  putBack,
  removeFromCart,
  removeOrdered,
  setQuantity,
} from '~/features/cart/cart';
import { refreshCart } from '~/features/cart/refresh-cart';
import { fakeApi } from '../../support/api';
import { product, variant } from '../../support/given';

let api: ReturnType<typeof fakeApi>;

function sells(...products: ReturnType<typeof product>[]) {
  return Object.fromEntries(products.map((each) => [`GET /api/products/${each.id}/`, { body: each }]));
}

beforeEach(() => {
  api = fakeApi(sells(product(), product({ id: 6, name: 'Váy', variants: [variant({ product: 6 })] })));
});

test('a product is added by its id, a variant by both ids, at its own price', async () => {
  await addToCart(5, null, 1);
  await addToCart(6, 12, 1);
  expect(cartItems.get()).toMatchObject([
    { uniqueKey: '5', id: 5, price: 150_000, countInStock: 4, variant_id: null, color: null, size: null },
    {
      uniqueKey: '6-12',
      id: 6,
      price: 200_000,
      countInStock: 3,
      variant_id: 12,
      color: 'Đen',
      size: 'M',
      color_id: variant().color.id,
      size_id: variant().size.id,
    },
  ]);
  expect(countPieces(cartItems.get())).toBe(2);
});

test('an order takes its own lines away: what another tab has added meanwhile stays', async () => {
  await addToCart(5, null, 1);
  const ordered = cartItems.get();
  await addToCart(5, null, 2);
  await addToCart(6, 12, 1);
  removeOrdered(ordered);
  expect(cartItems.get()).toMatchObject([
    { uniqueKey: '5', qty: 2 },
    { uniqueKey: '6-12', qty: 1 },
  ]);
  removeOrdered(cartItems.get());
  expect(cartItems.get()).toEqual([]);
});

test('adding again raises the quantity up to the stock', async () => {
  await expect(addToCart(5, null, 3)).resolves.toMatchObject({ added: 3 });
  await expect(addToCart(5, null, 3)).resolves.toMatchObject({ added: 1, item: { qty: 4 } });
  await expect(addToCart(5, null, 1)).resolves.toMatchObject({ added: 0 });
  expect(cartItems.get()).toHaveLength(1);
});

test('products that are sold out, unknown or need a variant are not added', async () => {
  api.answer(sells(product({ countInStock: 0 })));
  await expect(addToCart(5, null, 1)).rejects.toMatchObject({ status: 409, message: 'Sản phẩm vừa hết hàng.' });
  await expect(addToCart(6, null, 1)).rejects.toMatchObject({ status: 404 });
  await expect(addToCart(6, 99, 1)).rejects.toMatchObject({ status: 404 });
  await expect(addToCart(7, null, 1)).rejects.toMatchObject({ status: 404 });
  expect(cartItems.get()).toEqual([]);
});

test('a full cart takes no new lines, but its lines can still grow', async () => {
  const others = Array.from({ length: MAX_ORDER_LINES - 1 }, (_, nth) => product({ id: 100 + nth }));
  api.answer(sells(...others));
  for (const { id } of others) await addToCart(id, null, 1);
  await addToCart(5, null, 1);
  await expect(addToCart(6, 12, 1)).rejects.toMatchObject({ status: 409, message: 'Tối đa 200 dòng một đơn hàng' });
  await expect(addToCart(5, null, 1)).resolves.toMatchObject({ added: 1 });
  expect(cartItems.get()).toHaveLength(MAX_ORDER_LINES);
});

test('a quantity stays between 1 and the stock', async () => {
  await addToCart(5, null, 1);
  setQuantity('5', 99);
  expect(cartItems.get()[0]?.qty).toBe(4);
  setQuantity('5', 0);
  expect(cartItems.get()[0]?.qty).toBe(1);
});

test('a removed line can be restored in its place', async () => {
  await addToCart(5, null, 2);
  await addToCart(6, 12, 1);
  const [first] = cartItems.get();
  removeFromCart('5');
  expect(cartItems.get().map(({ uniqueKey }) => uniqueKey)).toEqual(['6-12']);
  putBack(first!, 0);
  expect(cartItems.get().map(({ uniqueKey }) => uniqueKey)).toEqual(['5', '6-12']);
});

test('a refresh reports changes line by line', async () => {
  await addToCart(5, null, 4);
  await addToCart(6, 12, 2);
  api.answer(sells(product({ price: 120_000, countInStock: 2 }), product({ id: 6, variants: [variant({ id: 13 })] })));
  await expect(refreshCart()).resolves.toEqual([
    { uniqueKey: '5', kind: 'price', before: 150_000, after: 120_000 },
    { uniqueKey: '5', kind: 'less', before: 4, after: 2 },
    { uniqueKey: '6-12', kind: 'gone' },
  ]);
  expect(cartItems.get()).toMatchObject([
    { price: 120_000, qty: 2 },
    { name: 'Váy', qty: 2, countInStock: 0 },
  ]);
  await expect(refreshCart()).resolves.toEqual([{ uniqueKey: '6-12', kind: 'gone' }]);
});

test('a long cart is refreshed a few products at a time', async () => {
  const ids = Array.from({ length: 30 }, (_, index) => index + 1);
  localStorage.setItem(
    'cartItems',
    JSON.stringify(ids.map((id) => ({ id, qty: 1, name: 'Áo', price: 1, countInStock: 1 }))),
  );
  let [answered, most] = [0, 0];
  const answer = (id: number) => {
    most = Math.max(most, api.calls.length - answered++);
    return { body: product({ id }) };
  };
  api.answer(Object.fromEntries(ids.map((id) => [`GET /api/products/${id}/`, () => answer(id)])));
  await refreshCart();
  expect(api.calls).toHaveLength(30);
  expect(most).toBeLessThanOrEqual(6);
  expect(cartItems.get().every(({ price }) => price === 150_000)).toBe(true);
});

test('a cart that cannot be refreshed stays unchanged', async () => {
  await addToCart(5, null, 1);
  api.answer({ 'GET /api/products/5/': 'unreachable' });
  await expect(refreshCart()).rejects.toMatchObject({ status: 0 });
  expect(cartItems.get()).toHaveLength(1);
});

test('stored lines are validated one by one', () => {
  const line = { id: 5, qty: 2, name: 'Áo thun', price: 150_000, countInStock: 4 };
  localStorage.setItem(
    'cartItems',
    JSON.stringify([
      line,
      { ...line, qty: 1 },
      { ...line, id: 0 },
      { ...line, price: -1 },
      { ...line, qty: 1.5 },
      null,
      'x',
    ]),
  );
  expect(cartItems.get()).toMatchObject([{ uniqueKey: '5', qty: 1, image: null, variant_id: null }]);
});
