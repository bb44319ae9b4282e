import { CatalogReads } from '../../../src/catalog/reads/catalog-reads.js';
import { ProductPage, ProductQuery } from '../../../src/contract/catalog/catalog.js';
import { SORTS } from '../../../src/contract/rules.js';
import { Config } from '../../../src/platform/config/config.js';
import { openIndexHere, type IndexThread } from '../../../src/search/keyword/open-index.js';
import { KeywordSearchService } from '../../../src/search/keyword/keyword-search.service.js';
import { changeCatalogue, clearCatalogue, stock, type Stocked } from '../../catalog/stocked.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { until } from '../../support/until.js';

openShop();

const page = async (query: string) => answer(await visitor().get(`/api/products/?page=1&${query}`), ProductPage);
/** The list as PostgreSQL answers by itself, past the cache. */
async function byPostgres(query: string): Promise<ProductPage> {
  const reads = shop().app.get(CatalogReads);
  reads.useKeywordSearch({ find: () => Promise.resolve(null) });
  const { json } = await reads.list(ProductQuery.parse(Object.fromEntries(new URLSearchParams(`page=1&${query}`))));
  reads.useKeywordSearch(shop().app.get(KeywordSearchService));
  return ProductPage.parse(JSON.parse(json));
}
const names = ({ results }: ProductPage) => results.map(({ name }) => name);

/** One to three variants, some of them sold out. */
const variantsOf = (nth: number): NonNullable<Stocked['variants']> =>
  Array.from({ length: 1 + (nth % 3) }, (_, each) => [
    ['Đỏ', 'Xanh', 'Đen'][(nth + each) % 3]!,
    ['M', 'L'][(nth >> each) % 2]!,
    100_000,
    (nth + each) % 4,
  ]);

describe('the index in memory', () => {
  beforeAll(async () => {
    await clearCatalogue();
    await stock(
      ...Array.from({ length: 40 }, (_, nth) => ({
        name: `Áo ${nth}`,
        category: ['Áo thun', 'Áo khoác', 'Áo len'][nth % 3],
        brand: ['Mây', 'Sương'][nth % 2],
        sold: (nth * 7) % 11,
        ...(nth % 2 > 0 && { variants: variantsOf(nth) }),
      })),
    );
    await changeCatalogue('UPDATE products SET price = 40000 * (1 + id % 17)');
    await changeCatalogue('UPDATE variants SET price = 40000 * (1 + product_id % 17)');
  });

  test.each(SORTS.flatMap((sort) => ['', '&price=3', '&in_stock=1', '&page_size=7'].map((filter) => [sort, filter])))(
    'lists, counts and sorts as PostgreSQL does (%s%s)',
    async (sort, filter) => {
      const [first] = await shop().db.query<{ category_id: number }[]>('SELECT category_id FROM products LIMIT 1');
      for (const choice of ['', `&category=${first?.category_id}`]) {
        const query = `sort=${sort}${filter}${choice}`;
        const [{ understood, correction, nearest, ...found }, listed] = [
          await page(`keyword=áo&${query}`),
          await page(query),
        ];
        expect(found).toEqual(listed);
        expect([understood?.length, correction, nearest]).toEqual([1, null, []]);
        expect(listed).toEqual(await byPostgres(query));
      }
    },
  );

  test.each(['color=1', 'color=1,2&size=2', 'size=1&in_stock=1', 'color=3&size=1,2&in_stock=1', 'color=2&price=3'])(
    'filters by variants as PostgreSQL does (%s)',
    async (filter) => {
      const listed = await page(`sort=newest&${filter}`);
      expect(listed.count).toBeGreaterThan(0);
      expect(listed).toEqual(await byPostgres(`sort=newest&${filter}`));
    },
  );

  test('a change is found by the next search', async () => {
    await stock({ name: 'Khăn choàng len' });
    expect(names(await page('keyword=khan+choang'))).toEqual(['Khăn choàng len']);
    await changeCatalogue(`UPDATE products SET archived_at = now() WHERE name = 'Khăn choàng len'`);
    let tries = 0;
    await until('it is gone', async () => (await page(`keyword=khan+choang${'+'.repeat(++tries)}`)).count === 0);
  });

  test('a list by sales follows a sale', async () => {
    const best = async (tries: number) => names(await page(`keyword=áo${'+'.repeat(tries)}&sort=sold-desc`))[0];
    await changeCatalogue(
      `UPDATE product_sales SET total_sold = 99 WHERE product_id = (SELECT id FROM products WHERE name = 'Áo 33')`,
    );
    let tries = 0;
    await until('the product leads the list', async () => (await best(++tries)) === 'Áo 33');
  });

  test('a keyword that nothing has all of offers what has most of it', async () => {
    const results = await page(`keyword=${encodeURIComponent('áo xyzzy')}`);
    expect([results.count, results.results]).toEqual([0, []]);
    expect(results.nearest).toHaveLength(12);
  });

  test('a guess that finds nothing is offered, not shown as understood', async () => {
    const results = await page(`keyword=${encodeURIComponent('máy khoan bê tông')}`);
    expect([results.count, results.understood]).toEqual([0, []]);
    expect(results.correction).toContain('khoác');
  });

  test('a thread that died between two calls is replaced by one that reads all products', async () => {
    const service = shop().app.get(KeywordSearchService);
    const died = Reflect.get(service, 'thread') as IndexThread;
    const empty = openIndexHere(shop().app.get(Config).databaseUrl);
    Object.assign(service, { thread: empty });
    const query = ProductQuery.parse({ keyword: 'áo', page: '1' });
    const find = () => service.find(query, { from: 0, count: 1 });
    expect(await find()).toBeNull();
    expect((await find())?.count).toBe(40);
    expect(service.state).toBe('up');
    Object.assign(service, { thread: died });
    await empty.close();
  });

  test('while it cannot answer, PostgreSQL does by itself', async () => {
    const reads = shop().app.get(CatalogReads);
    reads.useKeywordSearch({ find: () => Promise.resolve(null) });
    const plain = await page('keyword=AO');
    reads.useKeywordSearch(shop().app.get(KeywordSearchService));
    expect([plain.count, plain.understood]).toEqual([40, undefined]);
  });

  test('the answer that PostgreSQL gave meanwhile is cached, but only for a moment', async () => {
    const path = '/api/products/?page=1&keyword=ao+1';
    const reads = shop().app.get(CatalogReads);
    reads.useKeywordSearch({ find: () => Promise.resolve(null) });
    const [first, next] = [await visitor().get(path), await visitor().get(path)];
    reads.useKeywordSearch(shop().app.get(KeywordSearchService));
    expect([first, next].map(({ headers }) => headers['cache-status'])).toEqual(['may; fwd=miss', 'may; hit']);
    const better = await until('the index answers', async () => {
      const results = answer(await visitor().get(path), ProductPage);
      return results.understood && results;
    });
    expect(better.results[0]?.name).toBe('Áo 1');
  });
});
