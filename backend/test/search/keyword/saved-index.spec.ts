import pg from 'pg';
import path from 'node:path';
import { Config } from '../../../src/platform/config/config.js';
import { IndexSnapshot } from '../../../src/search/keyword/index-snapshot.js';
import { KeywordIndex } from '../../../src/search/keyword/keyword-index.js';
import { databaseIdentity } from '../../../src/search/keyword/keyword-products.sql.js';
import { changeCatalogue, clearCatalogue, named, stock } from '../../catalog/stocked.js';
import { openShop, shop } from '../../support/client.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

openShop();

const folder = temporaryFolder('snapshot');
const snapshot = () => Promise.resolve(new IndexSnapshot(path.join(folder, 'index'), 'one', 1));
let pool: pg.Pool;
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: shop().app.get(Config).databaseUrl, max: 1 });
  await clearCatalogue();
  await stock(
    ...Array.from({ length: 30 }, (_, nth) => ({
      name: `Áo thun ${nth}`,
      category: ['Áo thun', 'Áo khoác'][nth % 2],
      brand: ['Mây', 'Sương'][nth % 2],
    })),
  );
});
afterAll(async () => {
  await pool.end();
});

/** Starts an index. @returns it with the ids of the products whose texts it has read, undefined for a page of all */
async function start(saved?: typeof snapshot) {
  const query = jest.spyOn(pool, 'query');
  const index = new KeywordIndex(pool, saved);
  await index.call({ changed: null, search: null });
  const calls = query.mock.calls as unknown as [text: string, values?: unknown[]][];
  const read = calls.flatMap(([text, values = []]) => {
    if (!text.includes('p.name')) return [];
    return Array.isArray(values[0]) ? (values[0] as number[]) : undefined;
  });
  query.mockRestore();
  return { index, read };
}

const find = (index: KeywordIndex, keyword?: string) =>
  index.call({ changed: [], search: { keyword, filters: {}, from: 0, count: 50 } });

test('a start with a snapshot reads only the products that changed since, and answers as one without', async () => {
  expect((await start(snapshot)).read).toEqual([undefined]);
  expect((await start(snapshot)).read).toEqual([]);

  const [first, second, third] = await shop().db.query<{ id: number }[]>('SELECT id FROM products ORDER BY id');
  await changeCatalogue(`UPDATE products SET name = 'Áo len mới' WHERE id = $1`, [first!.id]);
  await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [second!.id]);
  const { index, read } = await start(snapshot);
  expect(read).toEqual([first!.id, second!.id]);
  const { index: fresh } = await start();
  for (const keyword of [undefined, 'áo', 'áo len', 'áo thun 1', 'mây']) {
    expect(await find(index, keyword)).toEqual(await find(fresh, keyword));
  }
  expect(await index.call({ changed: [], search: null, suggest: 'áo l' })).toEqual(
    await fresh.call({ changed: [], search: null, suggest: 'áo l' }),
  );

  await changeCatalogue(`UPDATE brands SET title = 'Nắng' WHERE id = (SELECT brand_id FROM products WHERE id = $1)`, [
    third!.id,
  ]);
  const renamed = await find((await start(snapshot)).index, 'nắng');
  expect(renamed).toMatchObject({
    count: expect.any(Number) as number,
    ids: expect.arrayContaining([third!.id]) as number[],
  });
  expect(renamed).toEqual(await find((await start()).index, 'nắng'));
});

test('products of a renamed category are read in pages, between which other changes are read', async () => {
  const category = await named('categories', 'title', 'Váy');
  await changeCatalogue(
    `INSERT INTO products (handle, name, price, category_id) SELECT 'vay-' || n, 'Váy ' || n, 100000, $1
     FROM generate_series(1, 2500) n`,
    [category],
  );
  const { index } = await start();
  const [other]: { id: number }[] = await shop().db.query('SELECT id FROM products ORDER BY id LIMIT 1');
  await changeCatalogue(`UPDATE categories SET title = 'Đầm' WHERE id = $1`, [category]);
  const pages: number[] = [];
  let change: Promise<unknown> | undefined;
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const spy = jest.spyOn(pool, 'query').mockImplementation((...args: unknown[]) => {
    const [text, [ids] = []] = args as [string, [number[]?]?];
    if (text.includes('p.name')) pages.push(ids!.length);
    if (pages.length === 1) change ??= index.call({ changed: [other!.id], search: null });
    return query(...args);
  });
  await index.call({ changed: null, search: null });
  await change;
  spy.mockRestore();
  expect(pages).toEqual([1_000, 1, 1_000, 500]);
  expect(await find(index, 'đầm')).toMatchObject({ count: 2_500 });
});

test('the identity of a database has three numbers', async () => {
  expect(await databaseIdentity(pool)).toMatch(/^\d+-\d+-\d+$/);
});
