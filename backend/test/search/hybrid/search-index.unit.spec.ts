import type { Pool } from 'pg';
import { SearchIndex } from '../../../src/search/hybrid/search-index.js';

const SCARF = {
  ...{ name: 'Khăn lụa', description: '', category: 'Khăn', brand: '', sizes: [], colors: [] },
  ...{ min_price: 1, total_sold: 0 },
};
const ASKED = { text: 'khăn lụa', picture: null, ignore: [], limit: 6 };

/** A database that is gone until it is told otherwise. */
class Database {
  isDown = true;
  readings = 0;
  synonyms: object[] = [];
  products = [SCARF];

  query(sql: string): Promise<{ rows: unknown[] }> {
    if (this.isDown) return Promise.reject(new Error('gone'));
    if (/horizon/.test(sql)) return Promise.resolve({ rows: [{ horizon: '1' }] });
    if (/search_synonyms/.test(sql)) return Promise.resolve({ rows: this.synonyms });
    if (/search_images/.test(sql)) return Promise.resolve({ rows: [] });
    this.readings += 1;
    return Promise.resolve({ rows: this.products.map((facts, nth) => ({ id: 7 + nth, facts, media: [] })) });
  }
}

test('a search that could not read the products fails, and the next one reads them', async () => {
  const database = new Database();
  const index = new SearchIndex(database as unknown as Pool, []);
  await expect(index.search(ASKED)).rejects.toThrow('gone');
  database.isDown = false;
  expect(await index.search(ASKED)).toMatchObject({ hits: [{ id: 7 }] });
});

test('searches that come while the products are read for the first time wait for the same reading', async () => {
  const database = new Database();
  database.isDown = false;
  const index = new SearchIndex(database as unknown as Pool, []);
  const results = await Promise.all([index.search(ASKED), index.search(ASKED), index.search(ASKED)]);
  for (const { hits } of results) expect(hits).toMatchObject([{ id: 7 }]);
  expect(database.readings).toBe(1);
});

test("each meaning of an owner's word is searched for", async () => {
  const database = new Database();
  database.isDown = false;
  database.products = [SCARF, { ...SCARF, name: 'Mũ rơm', category: 'Mũ' }, { ...SCARF, name: 'Áo', category: 'Áo' }];
  database.synonyms = [{ word: 'đồ che nắng', meanings: ['khăn', 'mũ'], is_two_way: false }];
  const index = new SearchIndex(database as unknown as Pool, []);
  const { hits, understood } = await index.search({ ...ASKED, text: 'đồ che nắng' });
  expect(hits.map(({ id }) => id)).toEqual([7, 8]);
  expect(understood.map(({ label, start, end }) => [label, start, end])).toEqual([['khăn', 0, 11]]);
});
