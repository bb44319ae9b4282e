import pg from 'pg';
import { openShop, visitor } from '../support/client.js';
import { given } from '../support/given.js';

openShop();
afterEach(() => jest.restoreAllMocks());

const TAXONOMY = ['/api/category/', '/api/brands/'];
const bestOf = (sort: string) => `/api/products/?page=1&page_size=4&sort=${sort}`;

/** Statements of pages, not of jobs that run beside them. */
const READS = /\bFROM (settings|products|categories|brands|colors|sizes|\w*facets|\w*products)\b/;

/** What the loaders of each page ask for, and how many statements that may take when nothing is cached. */
const PAGES: [page: string, statements: number, calls: (product: number) => string[]][] = [
  ['the shop around a page', 2, () => ['/api/settings/', '/api/category/']],
  ['the home page', 5, () => [...['sold-desc', 'rating-desc', 'newest'].map(bestOf), ...TAXONOMY]],
  ['a search', 6, () => ['/api/products/?page=1&page_size=12&keyword=áo', ...TAXONOMY, '/api/colors/', '/api/sizes/']],
  ['a product', 4, (id) => [`/api/products/${id}/`, `/api/products/${id}/related/`, ...TAXONOMY]],
];

test.each(PAGES)('%s takes at most %i statements when nothing is cached', async (_page, budget, calls) => {
  // A new product empties the caches of lists and taxonomy.
  const product = await given.product();
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  for (const call of calls(product)) expect((await visitor().get(encodeURI(call))).status).toBe(200);
  const statements = spy.mock.calls
    .map(([query]: unknown[]) => String((query as { text?: string }).text ?? query))
    .filter((text) => READS.test(text));
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.slice(budget)).toEqual([]);
});
