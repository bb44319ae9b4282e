import fc from 'fast-check';
import { CACHE_TAGS_HEADER, PAGE_POLICY } from '../../src/platform/http-cache/cache-tags.js';
import { CatalogChanges } from '../../src/platform/http-cache/catalog-changes.js';
import { CatalogReads } from '../../src/catalog/reads/catalog-reads.js';
import { CatalogSource } from '../../src/catalog/reads/catalog-source.js';
import { REFRESH_MS } from '../../src/platform/http-cache/refresh-budget.js';
import { TaggedCache } from '../../src/platform/http-cache/tagged-cache.js';
import { ProductQuery } from '../../src/contract/catalog/catalog.js';
import { KeywordSearchService } from '../../src/search/keyword/keyword-search.service.js';
import { openShop, shop, visitor } from '../support/client.js';
import { given } from '../support/given.js';
import { clearCatalogue, heard, named, stock } from './stocked.js';

openShop();

/** The same cases each time; CACHE_SEED tries others. */
const SEED = Number(process.env.CACHE_SEED ?? 7);
const RUNS = 12;
const PRODUCTS = 6;

/** Something that changes the catalogue. `product` is a place among the products of the run. */
type Change =
  | { do: 'sell' | 'unsell'; product: number; qty: number }
  | { do: 'price'; product: number; price: number }
  | { do: 'archive' | 'restore' | 'rename' | 'brand' | 'review' | 'unreview'; product: number };

const product = fc.nat({ max: PRODUCTS - 1 });
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('sell' as const), product, qty: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unsell' as const), product, qty: fc.constant(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('price' as const), product, price: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('archive' as const, 'restore' as const, 'rename' as const, 'brand' as const),
      product,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('review' as const, 'unreview' as const), product }) },
);

const STATEMENTS: Record<Exclude<Change['do'], 'sell' | 'unsell' | 'price' | 'brand' | 'review'>, string> = {
  archive: 'UPDATE products SET archived_at = now() WHERE id = $1',
  restore: 'UPDATE products SET archived_at = NULL WHERE id = $1',
  rename: `UPDATE products SET name = CASE name WHEN 'Áo' THEN 'Váy' ELSE 'Áo' END WHERE id = $1`,
  unreview: 'DELETE FROM reviews WHERE product_id = $1',
};

class Catalogue {
  private constructor(
    readonly ids: number[],
    private readonly brands: number[],
    private readonly reviewer: number,
  ) {}

  static async create(): Promise<Catalogue> {
    await clearCatalogue();
    const names = Array.from({ length: PRODUCTS }, (_, nth) => ({ name: 'Áo', stock: 4, sold: 2 * nth, brand: 'Mây' }));
    const [first, second, ...others] = names;
    const variants: [string, string, number, number][] = [
      ['Đỏ', 'M', 90_000, 2],
      ['Đỏ', 'L', 90_000, 1],
    ];
    const ids = await stock({ ...first!, variants }, second!, ...others);
    const brands = [await named('brands', 'title', 'Mây'), await named('brands', 'title', 'Gió')];
    return new Catalogue(ids, brands, (await given.shopper()).id);
  }

  async apply(change: Change): Promise<void> {
    const id = this.ids[change.product]!;
    const write = (sql: string, ...values: unknown[]) => shop().db.query(sql, [id, ...values]);
    if (change.do === 'sell' || change.do === 'unsell')
      return this.sell(id, change.do === 'sell' ? change.qty : -change.qty);
    if (change.do === 'price') return write('UPDATE products SET price = $2 WHERE id = $1', change.price * 50_000);
    if (change.do === 'brand') {
      return write('UPDATE products SET brand_id = $2::integer + $3::integer - brand_id WHERE id = $1', ...this.brands);
    }
    if (change.do === 'review') {
      return write(
        `INSERT INTO reviews (product_id, user_id, rating, comment) VALUES ($1, $2, 4, 'Đẹp')
         ON CONFLICT (product_id, user_id) DO UPDATE SET rating = 6 - reviews.rating`,
        this.reviewer,
      );
    }
    return write(STATEMENTS[change.do]);
  }

  /** As an order or its cancellation does: stock as far as it goes, and sales. */
  private async sell(id: number, qty: number): Promise<void> {
    const update =
      id === this.ids[0]
        ? 'UPDATE variants SET stock_quantity = greatest(0, stock_quantity - $2) WHERE product_id = $1'
        : 'UPDATE products SET count_in_stock = greatest(0, count_in_stock - $2) WHERE id = $1';
    await shop().db.transaction(async (tx) => {
      await tx.query(update, [id, qty]);
      await tx.query('UPDATE product_sales SET total_sold = greatest(0, total_sold + $2) WHERE product_id = $1', [
        id,
        qty,
      ]);
    });
  }
}

/** Reads whose answers the test compares, by their path; `fresh` computes the answer past the cache. */
function readsOf(ids: readonly number[]): Record<string, () => Promise<{ json: string }>> {
  // As they are without a cache of cards, which follows the changes.
  const deaf = { isLive: false, onChange: () => () => undefined };
  const reads = new CatalogReads(shop().app.get(CatalogSource), deaf as unknown as CatalogChanges);
  reads.useKeywordSearch(shop().app.get(KeywordSearchService));
  const list = (query: Record<string, string>): [string, () => Promise<{ json: string }>] => [
    `/api/products/?${new URLSearchParams(query).toString()}`,
    () => reads.list(ProductQuery.parse(query)),
  ];
  return Object.fromEntries([
    list({ page: '1', page_size: '3' }),
    list({ page: '2', page_size: '2' }),
    list({ sort: 'sold-desc', page: '1', page_size: '2' }),
    list({ sort: 'price-asc', page: '1', page_size: '3' }),
    list({ sort: 'rating-desc', page: '1', page_size: '3' }),
    list({ sort: 'newest', in_stock: 'true' }),
    list({ sort: 'newest', keyword: 'váy' }),
    ['/api/brands/', () => reads.brands({})],
    ...ids.map((id): [string, () => Promise<{ json: string }>] => [`/api/products/${id}/`, () => reads.product(id)]),
    [`/api/products/${ids[0]}/reviews/`, () => reads.reviews(ids[0]!, {})],
  ]);
}

/** Pages do not show how many pieces there are. */
const asPage = (json: string) =>
  json.replace(
    /"(total_stock|countInStock|stock_quantity)" ?: ?(\d+)/g,
    (_, name, pieces) => `"${name}":${pieces !== '0'}`,
  );

const NOT_FOUND = 'not found';
const freshOf = (read: () => Promise<{ json: string }>) =>
  read().then(
    ({ json }) => json,
    () => NOT_FOUND,
  );

/** A cache of pages beside the API, as the web server has one: a page shows one answer of the API. */
class Pages {
  private readonly cache = new TaggedCache<string>({
    maxBytes: 10_000_000,
    sizeOf: ({ length }) => length,
    policy: PAGE_POLICY,
  });

  change = (change: Parameters<typeof this.cache.change>[0]) => this.cache.change(change);

  async read(path: string): Promise<string> {
    const cached = this.cache.lookup(path, -Infinity);
    if (cached !== undefined) return cached;
    const page = await this.cache.compute(path, async () => {
      const reply = await visitor().get(path, { [CACHE_TAGS_HEADER]: 'send' });
      const tags = String(reply.headers[CACHE_TAGS_HEADER]).split(' ');
      return reply.status === 200 ? { value: asPage(reply.text), tags } : undefined;
    });
    return page ?? NOT_FOUND;
  }
}

/** Begins where the clock stands: the shop has read it already. */
let now: number;
beforeEach(() => {
  now = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

test('a second after each change, every cached answer and page is the one that a fresh read gives', async () => {
  const trial = fc.asyncProperty(fc.array(change, { minLength: 10, maxLength: 25 }), async (changes) => {
    const catalogue = await Catalogue.create();
    const pages = new Pages();
    const unsubscribe = shop().app.get(CatalogChanges).onChange(pages.change);
    for (const [nth, change] of [undefined, ...changes].entries()) {
      if (change) await catalogue.apply(change);
      await heard();
      now += REFRESH_MS;
      for (const [path, read] of Object.entries(readsOf(catalogue.ids))) {
        const [fresh, page, reply] = [await freshOf(read), await pages.read(path), await visitor().get(path)];
        const cached = reply.status === 200 ? reply.text : NOT_FOUND;
        expect([nth, path, cached]).toEqual([nth, path, fresh]);
        expect([nth, path, page]).toEqual([nth, path, asPage(fresh)]);
      }
    }
    unsubscribe();
  });
  await fc.assert(trial, { numRuns: RUNS, seed: SEED, endOnFailure: true });
  // Half a minute alone; a busy machine takes several times as long.
}, 300_000);
