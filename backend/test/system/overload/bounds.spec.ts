import { ProductPage } from '../../../src/contract/catalog/catalog.js';
import { FavoriteProduct } from '../../../src/contract/catalog/favorites.js';
import { MAX_FAVORITES, MAX_KEYWORD } from '../../../src/contract/rules.js';
import { answer, openShop, visitor } from '../../support/client.js';
import { given } from '../../support/given.js';
import { changeCatalogue } from '../../catalog/stocked.js';

openShop();

test('a user has at most 500 favourites; removing one makes room for another', async () => {
  const shopper = await given.shopper();
  await changeCatalogue(
    `WITH made AS (INSERT INTO products (handle, name, price) SELECT 'yeu-' || n, 'Áo ' || n, 1000
       FROM generate_series(1, $2) n RETURNING id)
     INSERT INTO favorites (user_id, product_id) SELECT $1, id FROM made`,
    [shopper.id, MAX_FAVORITES - 1],
  );
  const [last, tooMany] = [await given.product(), await given.product()];
  const add = (product_id: number) => shopper.post('/api/favorites/', { product_id });
  answer(await add(last), FavoriteProduct, 201);
  const refused = await add(tooMany);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ error: expect.stringContaining('Tối đa 500 sản phẩm yêu thích') as string });
  answer(await add(last), FavoriteProduct);
  expect((await shopper.delete('/api/favorites/', { product_id: last })).status).toBe(204);
  answer(await add(tooMany), FavoriteProduct, 201);
});

test('a keyword of ten thousand letters is truncated before the search', async () => {
  await given.product();
  const find = async (keyword: string) => {
    const reply = await visitor().get(`/api/products/?page=1&keyword=${encodeURIComponent(keyword)}`);
    return answer(reply, ProductPage).results.map(({ name }) => name);
  };
  const results = await find('áo thun số');
  expect(results.length).toBeGreaterThan(0);
  // What comes after the cut is not looked for, and would be found nowhere.
  expect(await find(`áo thun số${' '.repeat(MAX_KEYWORD)}${'zzyzx '.repeat(1_600)}`)).toEqual(results);
});

test.each([
  ['too many ids', `/api/products/?page=1&color=${Array(51).fill('1').join(',')}`],
  ['a search of 255 letters', `/api/orders/?search=${'a'.repeat(255)}`],
  ['a page of more than 100', '/api/orders/?page=1&page_size=101'],
])('%s are refused', async (_what, path) => {
  expect((await (await given.shopper()).get(path)).status).toBe(400);
});

test('a page far beyond the end is empty and has the total count', async () => {
  const shopper = await given.shopper();
  await given.order(shopper);
  for (const path of ['/api/orders/', '/api/products/', '/api/favorites/', '/api/paybox/transactions/']) {
    const reply = await shopper.get(`${path}?page=100000&page_size=100`);
    expect({ path, status: reply.status, body: reply.body as unknown }).toMatchObject({
      status: 200,
      body: { page: 100_000, results: [] },
    });
  }
});
