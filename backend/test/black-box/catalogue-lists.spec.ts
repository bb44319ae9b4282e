import { Brand, Color, ListProduct, ProductPage } from '../../src/contract/catalog/catalog.js';
import { until } from '../support/until.js';
import { useGoods } from './goods.js';
import { SUFFIX, call, expectError, hasAdmin, read } from './caller.js';

const withAdmin = hasAdmin ? describe : describe.skip;
/** The ends of the price bands. */
const PRICES = [99_999, 100_000, 300_000, 300_001, 500_000, 500_001, 1_000_000, 1_000_001];

const goods = useGoods(`Danh sách kiểm thử ${SUFFIX}`);

const page = (query: string) => call('GET', `/api/products/?page=1&brand=${goods.brand}&${query}`);
const pricesOf = async (query: string) => read(await page(query), ProductPage).results.map(({ price }) => price);

test.each(['page=0', 'page=-1', 'page=x', 'page=1&page_size=0', 'page=1&page_size=101'])(
  'a list of products with %s answers 400',
  async (query) => expectError(await call('GET', `/api/products/?${query}`), 400),
);

test.each(['brand=x', 'category=-1', 'price=6', 'color=1,,2', 'size=x', 'in_stock=maybe'])(
  'the malformed filter %s answers 400',
  async (query) => expectError(await call('GET', `/api/products/?${query}`), 400),
);

test.each(['products/', 'products/?page=1', 'brands/', 'category/', 'colors/', 'sizes/'])(
  'GET /api/%s has an ETag, and answers 304 to who has it',
  async (path) => {
    // Another test, or a shopper, may change the list between the two reads.
    const [etag, again] = await until('304', async () => {
      const etag = (await call('GET', `/api/${path}`)).headers.get('etag');
      const again = await call('GET', `/api/${path}`, { headers: { 'If-None-Match': etag ?? '' } });
      return again.status === 304 && ([etag, again] as const);
    });
    expect([etag, again.body]).toEqual([expect.any(String), '']);
  },
);

test('a path without its last slash answers the same', async () => {
  expect((await call('GET', '/auth/providers')).body).toEqual((await call('GET', '/auth/providers/')).body);
  expect((await call('GET', '/api/brands')).status).toBe(200);
});

withAdmin('lists of the catalogue (need SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)', () => {
  beforeAll(async () => {
    for (const price of PRICES) await goods.product({ price });
  });

  test.each([
    [1, [99_999]],
    [2, [100_000, 300_000]],
    [3, [300_001, 500_000]],
    [4, [500_001, 1_000_000]],
    [5, [1_000_001]],
    [0, PRICES],
  ])('price band %i has both of its ends', async (band, prices) => {
    expect(await pricesOf(`price=${band}&sort=price-asc`)).toEqual(prices);
  });

  test.each(['price=', 'category=0', 'category=', 'color=0', 'size=', 'in_stock='])(
    'the filter %s leaves all products',
    async (query) => expect(await pricesOf(`${query}&sort=price-asc`)).toEqual(PRICES),
  );

  test.each(['category', 'color', 'size'])('an unknown %s has no products', async (filter) => {
    expect(await pricesOf(`${filter}=2147483647`)).toEqual([]);
  });

  test('each facet counts with the other filters, without its own', async () => {
    const { facets } = read(await page(`price=2&category=${goods.category}`), ProductPage);
    expect(facets.price).toMatchObject({ 1: 1, 2: 2, 3: 2, 4: 2, 5: 1 });
    expect(facets.category).toEqual({ [goods.category]: 2 });
    expect(facets.brand).toMatchObject({ [goods.brand]: 2 });
  });

  test('products are sorted by price and by age, and by popularity for an unknown order', async () => {
    expect(await pricesOf('sort=price-desc')).toEqual(PRICES.toReversed());
    expect(await pricesOf('sort=newest')).toEqual(PRICES.toReversed());
    expect(await pricesOf('sort=khong-co')).toEqual(await pricesOf(''));
    for (const sort of ['rating-desc', 'sold-desc', 'reviews-desc'])
      expect(await pricesOf(`sort=${sort}`)).toHaveLength(PRICES.length);
  });

  test('a page has its size and the count of all; a page past the end is empty', async () => {
    const at = async (number: number) =>
      read(await call('GET', `/api/products/?page=${number}&page_size=3&brand=${goods.brand}`), ProductPage);
    expect(await at(3)).toMatchObject({ count: 8, page: 3, page_size: 3 });
    expect((await at(3)).results).toHaveLength(2);
    expect(await at(4)).toMatchObject({ count: 8, page: 4, results: [] });
    expect(read(await page(''), ProductPage).page_size).toBe(12);
  });

  test('without a page, products are a bare list with their number in X-Total-Count', async () => {
    const reply = await call('GET', `/api/products/?brand=${goods.brand}`);
    expect(read(reply, ListProduct.array())).toHaveLength(8);
    expect(reply.headers.get('x-total-count')).toBe('8');
  });

  test('a changed product has another ETag', async () => {
    const { id } = await goods.product();
    const at = `/api/products/${id}/`;
    const headers = { 'If-None-Match': (await call('GET', at)).headers.get('etag')! };
    expect((await call('GET', at, { headers })).status).toBe(304);
    await call('PUT', at, { access: goods.admin, body: { ...goods.fields, price: 11_000 } });
    expect((await call('GET', at, { headers })).status).toBe(200);
    expect((await call('DELETE', at, { access: goods.admin })).status).toBe(204);
  });

  test('brands and categories count their products; colours are sorted by name', async () => {
    for (const [list, id] of [
      ['brands', goods.brand],
      ['category', goods.category],
    ] as const) {
      const items = read(await call('GET', `/api/${list}/`), Brand.array());
      expect(items.find((item) => item.id === id)?.product_count).toBe(8);
    }
    const colors = read(await call('GET', '/api/colors/'), Color.array()).map(({ id }) => id);
    expect(colors.filter((id) => goods.colors.includes(id))).toEqual(goods.colors);
  });

  test('a keyword ignores case and diacritics, forgives a typo, and finds names before categories', async () => {
    const { id } = await goods.product({ name: `Danh sách măng tô ${SUFFIX}`, price: 20_000 });
    await goods.product({ price: 30_000 });
    const found = async (keyword: string) =>
      read(await page(`keyword=${encodeURIComponent(keyword)}`), ProductPage).results.map((product) => product.id);
    expect(await found('MANG TO')).toEqual([id]);
    expect(await found('măng tôo')).toEqual([id]);
    const both = await found('danh sach');
    expect([both[0], both.length > 1]).toEqual([id, true]);
  });
});
