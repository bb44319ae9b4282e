import { CatalogReads } from '../../../src/catalog/reads/catalog-reads.js';
import { Config } from '../../../src/platform/config/config.js';
import { RateLimits } from '../../../src/platform/rate-limits/rate-limits.js';
import { SearchRecorder } from '../../../src/search/learning/search-recorder.js';
import { addProductCounts, addQueryCounts } from '../../../src/search/learning/search-stats.sql.js';
import { shopDay } from '../../../src/contract/shop-day.js';
import { changeCatalogue, clearCatalogue, stock } from '../../catalog/stocked.js';
import { openShop, shop, visitor, type Client } from '../../support/client.js';
import { given } from '../../support/given.js';

openShop();

let hosts = 0;
/** An address that has reported nothing yet. */
const newAddress = () => `10.1.${Math.floor((hosts += 1) / 250)}.${(hosts % 250) + 1}`;
const report = async (event: object, address = newAddress(), caller: Client = visitor()) =>
  (await caller.post('/api/search/events/', event, { 'X-Forwarded-For': address })).status;
const flush = () => shop().app.get(SearchRecorder).flush();

async function stats() {
  await flush();
  const queries = await shop().db.query<object[]>(
    'SELECT query, searches, empty, clicks, purchases FROM search_query_stats ORDER BY fold_vi(query)',
  );
  const products = await shop().db.query<object[]>(
    'SELECT query, product_id, clicks, purchases FROM search_product_stats ORDER BY query, product_id',
  );
  return { queries, products };
}

const counts = { searches: 0, empty: 0, clicks: 0, purchases: 0 };
let [shirt, dress, archived] = [0, 0, 0];

beforeAll(async () => {
  await clearCatalogue();
  [shirt = 0, dress = 0, archived = 0] = await stock({ name: 'Áo thun' }, { name: 'Váy xòe' }, { name: 'Áo cũ' });
  await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [archived]);
});
afterEach(async () => {
  await flush();
  await shop().db.query('DELETE FROM search_query_stats');
  await shop().db.query('DELETE FROM search_product_stats');
});

test('searches, clicks and empty searches are counted by day, under the normalised query', async () => {
  expect(await report({ type: 'search', keyword: ' ÁO  thun', found: true })).toBe(204);
  expect(await report({ type: 'search', keyword: 'áo thun'.normalize('NFD'), found: true })).toBe(204);
  expect(await report({ type: 'search', keyword: 'xyzzy', found: false })).toBe(204);
  expect(await report({ type: 'click', keyword: 'áo thun', product: shirt })).toBe(204);
  expect(await stats()).toEqual({
    queries: [
      { ...counts, query: 'áo thun', searches: 2, clicks: 1 },
      { ...counts, query: 'xyzzy', searches: 1, empty: 1 },
    ],
    products: [{ query: 'áo thun', product_id: shirt, clicks: 1, purchases: 0 }],
  });
  const [{ day }] = await shop().db.query<[{ day: string }]>('SELECT DISTINCT day::text FROM search_query_stats');
  expect(day).toBe(shopDay(new Date()));
});

test('counts of several flushes add up', async () => {
  await report({ type: 'click', keyword: 'áo', product: shirt });
  await flush();
  await report({ type: 'click', keyword: 'áo', product: shirt });
  expect((await stats()).products).toEqual([{ query: 'áo', product_id: shirt, clicks: 2, purchases: 0 }]);
});

test('a caller’s claim that a search found nothing is not counted', async () => {
  await report({ type: 'search', keyword: 'vay', found: false });
  expect((await stats()).queries).toEqual([{ ...counts, query: 'vay', searches: 1 }]);
});

test('one address that clicks a thousand times counts once, and so does an IPv6 caller with many networks', async () => {
  const recorder = shop().app.get(SearchRecorder);
  const click = { type: 'click' as const, keyword: 'váy', product: dress };
  const [network] = [newAddress()];
  for (let nth = 0; nth < 1_000; nth++) {
    await recorder.record(click, { network, userId: null });
    await recorder.record(click, { network: `2001:db8:7:${nth.toString(16)}::/64`, userId: null });
  }
  expect((await stats()).products).toEqual([{ query: 'váy', product_id: dress, clicks: 2, purchases: 0 }]);
});

test('an event that two processes receive counts once when they share a Redis', async () => {
  const [limits, config] = [shop().app.get(RateLimits), shop().app.get(Config)];
  const others = new SearchRecorder(shop().db, shop().app.get(CatalogReads), limits, config);
  const isShared = jest.spyOn(limits, 'isShared', 'get').mockReturnValue(true);
  const from = { network: newAddress(), userId: null };
  for (const recorder of [shop().app.get(SearchRecorder), others]) {
    await recorder.record({ type: 'search', keyword: 'váy', found: true }, from);
    await recorder.record({ type: 'click', keyword: 'váy', product: dress }, from);
  }
  isShared.mockRestore();
  await others.flush();
  expect((await stats()).queries).toEqual([{ ...counts, query: 'váy', searches: 1, clicks: 1 }]);
});

test.each(['an@example.com', '0912 345 678', '4111111111111111', `${'áo '.repeat(26)}0912345678`])(
  'a text that may say who somebody is is never stored: "%s"',
  async (keyword) => {
    expect(await report({ type: 'search', keyword, found: false })).toBe(204);
    await report({ type: 'click', keyword, product: shirt });
    const shopper = await given.shopper({ balance: 1_000_000 });
    const { product } = await given.paidOrder(shopper);
    await report({ type: 'purchase', keyword, product }, newAddress(), shopper);
    expect(await stats()).toEqual({ queries: [], products: [] });
  },
);

test('the events of one address are limited per day', async () => {
  const recorder = shop().app.get(SearchRecorder);
  const from = { network: newAddress(), userId: null };
  const events = Array.from({ length: 501 }, (_, nth) => ({
    type: 'search' as const,
    keyword: `r${nth}`,
    found: true,
  }));
  const results = await Promise.allSettled(events.map((event) => recorder.record(event, from)));
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
});

test('a product that does not exist or is archived is not counted', async () => {
  for (const product of [archived, 2_000_000_000]) await report({ type: 'click', keyword: 'áo', product });
  expect(await stats()).toEqual({ queries: [], products: [] });
});

test('a purchase counts once for a shopper who has just paid, and for nobody else', async () => {
  const shopper = await given.shopper({ balance: 1_000_000 });
  const { product } = await given.paidOrder(shopper);
  const unpaid = await given.order(shopper);
  const event = { type: 'purchase', keyword: 'áo thun', product };
  await report(event, newAddress(), shopper);
  await report(event, newAddress(), shopper);
  await report({ ...event, keyword: 'một từ khác' }, newAddress(), shopper);
  await report(event, newAddress(), await given.shopper());
  await report(event);
  await report({ ...event, product: unpaid.product }, newAddress(), shopper);
  expect(await stats()).toEqual({
    queries: [{ ...counts, query: 'áo thun', purchases: 1 }],
    products: [{ query: 'áo thun', product_id: product, clicks: 0, purchases: 1 }],
  });
});

test('a purchase is not counted for a search that came days after it', async () => {
  const shopper = await given.shopper({ balance: 1_000_000 });
  const { id, product } = await given.paidOrder(shopper);
  await shop().db.query(`UPDATE orders SET paid_at = now() - interval '25 hours' WHERE id = $1`, [id]);
  await report({ type: 'purchase', keyword: 'áo thun', product }, newAddress(), shopper);
  expect((await stats()).products).toEqual([]);
});

test('the queries and their products that a day stores are limited; stored ones keep counting', async () => {
  const day = shopDay(new Date());
  const query = (nth: number) => ({ ...counts, query: `từ ${nth}`, searches: 1 });
  const product = (nth: number) => ({ query: `từ ${nth}`, product: shirt, clicks: 1, purchases: 0 });
  const all = Array.from({ length: 9 }, (_, nth) => nth);
  await shop().db.transaction(async (tx) => {
    for (const part of [all.slice(0, 2), all]) {
      await addProductCounts(tx, day, part.map(product), 5);
      await addQueryCounts(tx, day, part.map(query), 5);
    }
  });
  const { queries, products } = await stats();
  expect([queries.length, products.length]).toEqual([5, 5]);
  expect(queries.slice(0, 2)).toMatchObject([{ searches: 2 }, { searches: 2 }]);
  expect(products.slice(0, 2)).toMatchObject([{ clicks: 2 }, { clicks: 2 }]);
});

test.each([
  [{}],
  [{ type: 'view', keyword: 'áo' }],
  [{ type: 'search', keyword: '', found: true }],
  [{ type: 'search', keyword: 'áo' }],
  [{ type: 'search', keyword: 'x'.repeat(201), found: true }],
  [{ type: 'click', keyword: 'áo' }],
  [{ type: 'click', keyword: 'áo', product: 0 }],
  [{ type: 'click', keyword: 'áo', product: 3_000_000_000 }],
])('%j is a 400', async (event) => {
  expect(await report(event)).toBe(400);
});
