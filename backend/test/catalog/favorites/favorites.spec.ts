import { ListProduct } from '../../../src/contract/catalog/catalog.js';
import { FavoriteProduct } from '../../../src/contract/catalog/favorites.js';
import { pageSchema } from '../../../src/contract/common.js';
import { TEXTS } from '../../../src/contract/rules.js';
import { changeCatalogue, stock } from '../stocked.js';
import { answer, openShop, visitor } from '../../support/client.js';
import { given, statuses, times, type Shopper } from '../../support/given.js';

openShop();

const CALL = '/api/favorites/';
const add = (shopper: Shopper, product_id: unknown, color?: unknown) => shopper.post(CALL, { product_id, color });
const remove = (shopper: Shopper, product_id: unknown) => shopper.delete(CALL, { product_id });
const names = async (shopper: Shopper) =>
  answer(await shopper.get(CALL), FavoriteProduct.array()).map((product) => product.name);

test('answer the products as the catalogue lists them, newest first, and are never cached', async () => {
  const shopper = await given.shopper();
  expect(await names(shopper)).toEqual([]);
  const [shirt = 0, skirt = 0] = await stock({ name: 'Áo' }, { name: 'Váy', price: 80_000, oldPrice: 100_000 });
  answer(await add(shopper, shirt), FavoriteProduct, 201);
  answer(await add(shopper, skirt), FavoriteProduct, 201);

  const reply = await shopper.get(CALL);
  const favorites = answer(reply, FavoriteProduct.array()).map(({ favorite_color, ...product }) => {
    expect(favorite_color).toBeNull();
    return product;
  });
  expect(favorites.map(({ id }) => id)).toEqual([skirt, shirt]);
  const listed = answer(await visitor().get('/api/products/'), ListProduct.array());
  expect(listed).toEqual(expect.arrayContaining(favorites));
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-total-count': '2' });
});

test('come in pages when the query names a page', async () => {
  const shopper = await given.shopper();
  const [first = 0, second = 0, third = 0] = await stock({ name: '1' }, { name: '2' }, { name: '3' });
  for (const id of [first, second, third]) await add(shopper, id);
  const page = answer(await shopper.get(`${CALL}?page=2&page_size=2`), pageSchema(FavoriteProduct));
  expect(page).toMatchObject({ count: 3, page: 2, page_size: 2, results: [{ id: first }] });
  expect((await shopper.get(`${CALL}?page=0`)).status).toBe(400);
});

test('are added once: again it is a 200, and keeps its place', async () => {
  const shopper = await given.shopper();
  const [shirt, skirt] = await stock({ name: 'Áo' }, { name: 'Váy' });
  await add(shopper, shirt);
  await add(shopper, skirt);
  answer(await add(shopper, shirt), FavoriteProduct, 200);
  expect(await names(shopper)).toEqual(['Váy', 'Áo']);
});

test('are stored once when twenty calls add the same product at once', async () => {
  const shopper = await given.shopper();
  const [shirt] = await stock({ name: 'Áo' });
  const replies = await times(20, () => add(shopper, shirt));
  expect(statuses(replies)).toEqual({ 201: 1, 200: 19 });
  expect(await names(shopper)).toEqual(['Áo']);
});

test('keep the colour in which they were added, and take another one when they are added again', async () => {
  const shopper = await given.shopper();
  const { product } = await given.variant();
  const [{ red, blue }]: [{ red: number; blue: number }] = await changeCatalogue(
    `WITH made AS (INSERT INTO colors (name, hex_code) VALUES ('Lam', '#0000ff')
       ON CONFLICT (name_key) DO UPDATE SET hex_code = excluded.hex_code RETURNING id)
     SELECT made.id AS blue, (SELECT color_id FROM variants WHERE product_id = $1) AS red FROM made`,
    [product],
  );
  const colors = async () =>
    answer(await shopper.get(CALL), FavoriteProduct.array()).map(({ favorite_color }) => favorite_color);
  expect(answer(await add(shopper, product, red), FavoriteProduct, 201).favorite_color).toBe(red);
  expect(await colors()).toEqual([red]);
  // A colour in which the product is not sold is none.
  expect(answer(await add(shopper, product, blue), FavoriteProduct, 200).favorite_color).toBeNull();
  answer(await add(shopper, product, red), FavoriteProduct, 200);
  answer(await add(shopper, product), FavoriteProduct, 200);
  expect(await colors()).toEqual([null]);
  for (const wrong of ['đỏ', 0, -1, 1.5]) expect((await add(shopper, product, wrong)).status).toBe(400);
});

test('are removed with 204, also what was none or never existed', async () => {
  const shopper = await given.shopper();
  const [shirt, skirt] = await stock({ name: 'Áo' }, { name: 'Váy' });
  await add(shopper, shirt);
  const reply = await remove(shopper, shirt);
  expect([reply.status, reply.text]).toEqual([204, '']);
  expect((await remove(shopper, shirt)).status).toBe(204);
  expect((await remove(shopper, skirt)).status).toBe(204);
  expect((await remove(shopper, 2_147_483_647)).status).toBe(204);
  expect(await names(shopper)).toEqual([]);
});

test('are private to each shopper', async () => {
  const [lan, minh] = [await given.shopper(), await given.shopper()];
  const [shirt] = await stock({ name: 'Áo' });
  await add(lan, shirt);
  await remove(minh, shirt);
  expect(await names(lan)).toEqual(['Áo']);
  expect(await names(minh)).toEqual([]);
});

test('leave the list with an archived product, and come back with it', async () => {
  const shopper = await given.shopper();
  const [shirt] = await stock({ name: 'Áo' });
  await add(shopper, shirt);
  await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [shirt]);
  expect(await names(shopper)).toEqual([]);
  expect((await shopper.get(CALL)).headers['x-total-count']).toBe('0');
  await changeCatalogue('UPDATE products SET archived_at = NULL WHERE id = $1', [shirt]);
  expect(await names(shopper)).toEqual(['Áo']);
});

test('of an unknown or archived product answer 404', async () => {
  const shopper = await given.shopper();
  const [gone] = await stock({ name: 'Áo' });
  await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [gone]);
  for (const id of [gone, 2_147_483_647]) {
    const reply = await add(shopper, id);
    expect([reply.status, reply.body.detail]).toEqual([404, TEXTS.productNotFound]);
  }
});

test.each([[undefined], [null], [0], [-1], [1.5], ['1'], [2 ** 63], [[1]]])('of product %j answer 400', async (id) => {
  const shopper = await given.shopper();
  for (const reply of [await add(shopper, id), await remove(shopper, id)]) {
    expect(reply.status).toBe(400);
    expect(reply.body.product_id).toContain(reply.body.error);
  }
});
