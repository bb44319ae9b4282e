import { CatalogReads } from '../../../src/catalog/reads/catalog-reads.js';
import { ProductPage, ProductQuery } from '../../../src/contract/catalog/catalog.js';
import { RENAME_BATCH, followRename } from '../../../src/search/index/renames.js';
import { KeywordSearchService } from '../../../src/search/keyword/keyword-search.service.js';
import { changeCatalogue, clearCatalogue, named } from '../../catalog/stocked.js';
import { asOwner, openShop, shop } from '../../support/client.js';
import { given, type Shopper } from '../../support/given.js';
import { until } from '../../support/until.js';
import { openWorker } from '../../support/worker.js';

openShop();

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});
beforeEach(clearCatalogue);
beforeEach(() => asOwner('TRUNCATE search_renames, search_outbox'));

/** How many products PostgreSQL finds by a keyword, without the index in memory. */
async function found(keyword: string): Promise<number> {
  const reads = shop().app.get(CatalogReads);
  reads.useKeywordSearch({ find: () => Promise.resolve(null) });
  const { json } = await reads.list(ProductQuery.parse({ page: '1', keyword }));
  reads.useKeywordSearch(shop().app.get(KeywordSearchService));
  return ProductPage.parse(JSON.parse(json)).count;
}

const rows = async (table: 'search_renames' | 'search_outbox') =>
  (await shop().db.query<unknown[]>(`SELECT FROM ${table}`)).length;
const follow = async (count?: number) => {
  while (await followRename(shop().db, count));
};

describe.each([
  { table: 'brands', column: 'brand_id', path: '/api/brands/' },
  { table: 'categories', column: 'category_id', path: '/api/category/' },
] as const)('a rename in $table', ({ table, column, path }) => {
  let id: number;
  const products = () =>
    shop().db.query<{ id: number }[]>(`SELECT id FROM products WHERE ${column} = $1 ORDER BY id`, [id]);
  const rename = async (title: string) => {
    expect((await admin.put(`${path}${id}/`, { title })).status).toBe(200);
  };

  /** Puts the given number of products with the title "Mây" on sale. */
  async function givenProducts(count: number): Promise<void> {
    id = await named(table, 'title', 'Mây');
    await changeCatalogue(
      `INSERT INTO products (handle, name, price, ${column}) SELECT 'p-' || n, 'Áo ' || n, 100000, $1
       FROM generate_series(1, $2::integer) n`,
      [id, count],
    );
    await asOwner('TRUNCATE search_outbox');
  }

  test('waits for no product and writes none', async () => {
    await givenProducts(3_000);
    await shop().db.transaction(async (order) => {
      await order.query('SELECT FROM products FOR UPDATE');
      await rename('Sương');
    });
    expect(await found('mây')).toBe(3_000);
    await follow();
    expect([await found('mây'), await found('sương')]).toEqual([0, 3_000]);
  });

  test('reaches the fallback search and the AI search in batches, archived products too', async () => {
    await givenProducts(5);
    await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [(await products())[1]!.id]);
    await asOwner('TRUNCATE search_outbox');
    await rename('Sương');
    expect([await found('sương'), await rows('search_outbox')]).toEqual([0, 0]);
    await followRename(shop().db, 2);
    expect([await found('sương'), await rows('search_outbox')]).toEqual([1, 2]);
    await follow(2);
    expect([await found('sương'), await found('mây'), await rows('search_outbox')]).toEqual([4, 0, 5]);
    await changeCatalogue('UPDATE products SET archived_at = NULL');
    expect(await found('sương')).toBe(5);
    expect(await rows('search_renames')).toBe(0);
  });

  test('locks only the products of a batch', async () => {
    await givenProducts(2 * RENAME_BATCH + 1);
    await rename('Sương');
    const ids = (await products()).map((product) => product.id);
    await shop().db.transaction(async (order) => {
      await order.query(`SET LOCAL lock_timeout = '100ms'`);
      await order.query('SELECT FROM products WHERE id = $1 FOR UPDATE', [ids[RENAME_BATCH + 1]]);
      // The first batch has none of them; the second one waits for the locked product, not for long, and keeps no other one.
      expect(await followRename(shop().db)).toBe(true);
      await expect(followRename(shop().db)).rejects.toThrow('lock timeout');
      await order.query('UPDATE products SET count_in_stock = 3 WHERE id <> ALL ($1)', [[ids[RENAME_BATCH + 1]]]);
    });
    expect(await found('sương')).toBe(RENAME_BATCH);
    await follow();
    expect(await found('sương')).toBe(ids.length);
  });

  test('takes the place of one that is under way', async () => {
    await givenProducts(6);
    await rename('Sương');
    await followRename(shop().db, 2);
    await rename('Rừng');
    let batches = 0;
    while (await followRename(shop().db, 2)) batches += 1;
    expect(batches).toBe(4); // Three with products, and the last.
    expect([await found('sương'), await found('rừng')]).toEqual([0, 6]);
    expect(await rows('search_renames')).toBe(0);
  });

  test('is right for products that are edited, added and moved meanwhile', async () => {
    await givenProducts(4);
    const other = await named(table, 'title', 'Núi');
    const ids = (await products()).map((product) => product.id);
    await rename('Sương');
    await followRename(shop().db, 2);
    await changeCatalogue(`UPDATE products SET name = 'Khăn' WHERE id = ANY ($1)`, [[ids[0], ids[3]]]);
    await changeCatalogue(`UPDATE products SET ${column} = $2 WHERE id = $1`, [ids[2], other]);
    await changeCatalogue(`INSERT INTO products (handle, name, price, ${column}) VALUES ('new', 'Mũ', 1000, $1)`, [id]);
    await follow(2);
    expect([await found('mây'), await found('sương'), await found('núi')]).toEqual([0, 4, 1]);
    expect([await found('khăn sương'), await found('mũ sương')]).toEqual([2, 1]);
  });

  test('has each product written once by two workers', async () => {
    await givenProducts(6);
    await rename('Sương');
    await Promise.all([follow(2), follow(2)]);
    expect([await found('sương'), await rows('search_outbox'), await rows('search_renames')]).toEqual([6, 6, 0]);
  });
});

test('the worker follows renames, and continues those that another one has left', async () => {
  const id = await named('brands', 'title', 'Mây');
  await changeCatalogue(`INSERT INTO products (handle, name, price, brand_id)
    SELECT 'p-' || n, 'Áo ' || n, 100000, ${id} FROM generate_series(1, 5) n`);
  await changeCatalogue(`UPDATE brands SET title = 'Sương' WHERE id = $1`, [id]);
  await followRename(shop().db, 2);
  const worker = await openWorker();
  try {
    await until('the queue is empty', async () => (await rows('search_renames')) === 0);
  } finally {
    await worker.close();
  }
  expect([await found('mây'), await found('sương')]).toEqual([0, 5]);
});
