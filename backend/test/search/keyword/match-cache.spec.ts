import pg from 'pg';
import { Config } from '../../../src/platform/config/config.js';
import { KeywordIndex, type KeywordCall } from '../../../src/search/keyword/keyword-index.js';
import { MatchCache } from '../../../src/search/keyword/match-cache.js';
import { changeCatalogue, clearCatalogue, stock } from '../../catalog/stocked.js';
import { openShop, shop } from '../../support/client.js';

openShop();

const KEYWORDS = ['áo', 'áo thun', 'ao thun may', 'bánh bèo', 'áo dưới 150k'];

let pool: pg.Pool;
let ids: number[];
let index: KeywordIndex;
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: shop().app.get(Config).databaseUrl, max: 1 });
  await clearCatalogue();
  ids = await stock(
    ...Array.from({ length: 40 }, (_, nth) => ({
      name: `${['Áo thun', 'Áo khoác', 'Váy xòe'][nth % 3]} ${nth}`,
      category: ['Áo thun', 'Áo khoác', 'Váy'][nth % 3],
      brand: ['Mây', 'Sương'][nth % 2],
      price: 100_000 + nth * 5_000,
      sold: nth % 7,
    })),
  );
  // It caches matches of any size.
  index = new KeywordIndex(pool, undefined, new MatchCache(1));
  await index.call({ changed: null, search: null });
});
afterAll(() => pool.end());

const find = async (from: KeywordIndex, keyword: string) => {
  const pages = [
    { filters: {}, from: 0, count: 12 },
    { filters: {}, from: 12, count: 12 },
    { filters: { sort: 'price-asc' as const, price: 2 }, from: 0, count: 12 },
  ];
  const hits = [];
  for (const page of pages) hits.push(await from.call({ changed: [], search: { keyword, ...page } }));
  return hits;
};

test.each<[string, () => Promise<Partial<KeywordCall>>]>([
  ['nothing', () => Promise.resolve({})],
  [
    'a product that gets another name',
    async () => {
      await changeCatalogue(`UPDATE products SET name = 'Áo thun đổi tên' WHERE id = $1`, [ids[1]]);
      return { changed: [ids[1]!] };
    },
  ],
  [
    'a product that leaves the shop',
    async () => {
      await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [ids[0]]);
      return { changed: [ids[0]!] };
    },
  ],
  ['a new product', async () => ({ changed: await stock({ name: 'Áo thun mới', category: 'Áo thun' }) })],
  [
    'a sale',
    async () => {
      await changeCatalogue('UPDATE product_sales SET total_sold = 99 WHERE product_id = $1', [ids[3]]);
      return { sales: [[ids[3]!, 99]] };
    },
  ],
  [
    'a pin',
    async () => {
      await changeCatalogue(
        `INSERT INTO search_pins (query, product_id, kind, position) VALUES ('áo thun', $1, 'pin', 0)`,
        [ids[9]],
      );
      return { isCurated: true };
    },
  ],
  [
    'a pin of a product that does not match',
    async () => {
      await changeCatalogue(
        `INSERT INTO search_pins (query, product_id, kind, position) VALUES ('áo thun', $1, 'pin', 1)`,
        [ids[2]],
      );
      return { isCurated: true };
    },
  ],
  [
    'a synonym',
    async () => {
      await changeCatalogue(`INSERT INTO search_synonyms (word, meanings) VALUES ('bánh bèo', '{váy}')`);
      return { isCurated: true };
    },
  ],
])('after %s, an index that caches matches answers as a new one', async (_, change) => {
  const before = JSON.stringify(await Promise.all(KEYWORDS.map((keyword) => find(index, keyword))));
  const call = await change();
  await index.call({ changed: [], search: null, ...call });
  const fresh = new KeywordIndex(pool);
  await fresh.call({ changed: null, search: null });
  const after = [];
  for (const keyword of KEYWORDS) {
    const hits = await find(index, keyword);
    expect({ keyword, hits }).toEqual({ keyword, hits: await find(fresh, keyword) });
    after.push(hits);
  }
  // Each change is one that the lists show.
  if (Object.keys(call).length > 0) expect(JSON.stringify(after)).not.toBe(before);
});
