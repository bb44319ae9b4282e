import pg from 'pg';
import { openShop, visitor } from '../support/client.js';
import { given } from '../support/given.js';

const TAXONOMY = ['/api/category/', '/api/brands/'];
const bestOf = (sort: string) => `/api/products/?page=1&page_size=4&sort=${sort}`;

/** Statements that write an answer, not those of jobs that run beside them. */
const READS = /\bjson\b|json_agg/;

/** What the loaders of each page ask for, and how many statements that may take when nothing is cached. */
const PAGES: [page: string, statements: number, calls: (product: number) => string[]][] = [
  ['the shop around a page', 2, () => ['/api/settings/', '/api/category/']],
  ['the home page', 6, () => [...['sold-desc', 'rating-desc', 'newest'].map(bestOf), ...TAXONOMY]],
  ['a search', 6, () => ['/api/products/?page=1&page_size=12', ...TAXONOMY, '/api/colors/', '/api/sizes/']],
  ['a product of the API', 1, (id) => [`/api/products/${id}/`]],
  ['a product', 5, (id) => [`/api/products/${id}/`, `/api/products/${id}/related/`, ...TAXONOMY]],
];

describe.each(PAGES)('%s', (_page, budget, calls) => {
  openShop(); // a shop of its own, which has cached nothing

  test(`takes at most ${budget} statements when nothing is cached`, async () => {
    const product = await given.product();
    const spy = jest.spyOn(pg.Client.prototype, 'query');
    for (const call of calls(product)) expect((await visitor().get(call)).status).toBe(200);
    const statements = spy.mock.calls
      .map(([query]: unknown[]) => String((query as { text?: string }).text ?? query))
      .filter((text) => READS.test(text));
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.slice(budget)).toEqual([]);
  });
});
