import {
  Brand,
  Category,
  Color,
  ListProduct,
  Product,
  ProductPage,
  ListedSize,
  Variant,
} from '../../../src/contract/catalog/catalog.js';
import { answer, openShop, visitor } from '../../support/client.js';
import { given } from '../../support/given.js';
import { changeCatalogue, clearCatalogue, named, stock } from '../stocked.js';

openShop();
beforeEach(clearCatalogue);

const names = (products: { name: string }[]) => products.map((product) => product.name);
const list = async (query = '') => names(answer(await visitor().get(`/api/products/${query}`), ListProduct.array()));
const page = async (query: string) => answer(await visitor().get(`/api/products/?page=1&${query}`), ProductPage);

describe('products by their ids', () => {
  const cards = (ids: unknown) => visitor().get(`/api/products/cards/?ids=${String(ids)}`);

  test('come in the order of the ids, each once, without those that are archived or unknown', async () => {
    const [a = 0, b = 0, gone = 0] = await stock({ name: 'A' }, { name: 'B' }, { name: 'C' });
    await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [gone]);
    const reply = await cards([b, gone, 999_999, a, b]);
    expect(names(answer(reply, ListProduct.array()))).toEqual(['B', 'A']);
  });

  test.each([[''], ['x'], ['1;2'], [Array.from({ length: 13 }, (_, i) => i + 1)]])('%j is refused', async (ids) => {
    expect((await cards(ids)).status).toBe(400);
  });
});

describe('a list of products', () => {
  test('is a bare array, most popular first, with its length in a header', async () => {
    await stock({ name: 'A', sold: 1 }, { name: 'B', sold: 3 }, { name: 'C', sold: 2 });
    const reply = await visitor().get('/api/products/');
    expect(names(answer(reply, ListProduct.array()))).toEqual(['B', 'C', 'A']);
    expect(reply.headers['x-total-count']).toBe('3');
    expect(names((await visitor().get('/api/products')).body as { name: string }[])).toEqual(['B', 'C', 'A']);
  });

  test('holds at most 1,000 products and says how many there are', async () => {
    await changeCatalogue(
      `INSERT INTO products (handle, name, price) SELECT 'h' || n, 'P' || n, n FROM generate_series(1, 1003) n`,
    );
    const reply = await visitor().get('/api/products/');
    expect(reply.body).toHaveLength(1000);
    expect(reply.headers['x-total-count']).toBe('1003');
  });

  test('comes in pages, and past the end is empty', async () => {
    await stock(...Array.from({ length: 5 }, (_, index) => ({ name: `P${index}`, sold: 9 - index })));
    const second = answer(await visitor().get('/api/products/?page=2&page_size=2'), ProductPage);
    expect(second).toMatchObject({ count: 5, page: 2, page_size: 2 });
    expect(names(second.results)).toEqual(['P2', 'P3']);
    const beyond = answer(await visitor().get('/api/products/?page=999999999&page_size=100'), ProductPage);
    expect(beyond).toMatchObject({ count: 5, results: [] });
  });

  test('says what a card shows', async () => {
    await stock(
      { name: 'Áo', price: 80_000, oldPrice: 100_000, stock: 4, brand: 'Mây', category: 'Áo' },
      {
        name: 'Váy',
        price: 1,
        sold: 5,
        created: '2020-01-31T09:30:00.5Z',
        variants: [
          ['Đỏ', 'M', 300_000, 2],
          ['Đỏ', 'L', 200_000, 0],
        ],
      },
    );
    const [skirt, shirt] = answer(await visitor().get('/api/products/'), ListProduct.array());
    expect(shirt).toMatchObject({
      price: 80_000,
      oldPrice: 100_000,
      min_price: 80_000,
      discount: 20,
      countInStock: 4,
      total_stock: 4,
      is_new: true,
      has_variants: false,
      image: null,
      colors: [],
    });
    expect(skirt).toMatchObject({
      min_price: 200_000,
      oldPrice: null,
      discount: 0,
      countInStock: 2,
      total_stock: 2,
      total_sold: 5,
      is_new: false,
      createdAt: '2020-01-31T09:30:00.500Z',
      colors: ['#112233'],
    });
  });

  test('leaves archived products out', async () => {
    const [id] = await stock({ name: 'A' });
    await changeCatalogue('UPDATE products SET archived_at = now()');
    expect(await list()).toEqual([]);
    expect((await visitor().get(`/api/products/${id}/`)).status).toBe(404);
  });

  test.each([
    ['price-asc', ['A', 'B', 'C']],
    ['price-desc', ['C', 'B', 'A']],
    ['sold-desc', ['B', 'C', 'A']],
    ['newest', ['C', 'A', 'B']],
    ['whatever', ['B', 'C', 'A']],
  ])('sorted by %s', async (sort, expected) => {
    await stock(
      { name: 'A', price: 900, sold: 0, created: '2024-02-02', variants: [['Đỏ', 'M', 1, 1]] },
      { name: 'B', price: 20, sold: 9, created: '2024-01-01' },
      { name: 'C', price: 30, sold: 5, created: '2024-03-03' },
    );
    expect(await list(`?sort=${sort}`)).toEqual(expected);
  });

  test('sorted by rating and by number of reviews', async () => {
    const [a, b] = await stock({ name: 'A' }, { name: 'B' });
    const [first, second] = [await given.shopper(), await given.shopper()];
    await changeCatalogue(
      `INSERT INTO reviews (product_id, user_id, rating, comment) VALUES ($1, $3, 5, 'x'), ($2, $3, 4, 'x'), ($2, $4, 4, 'x')`,
      [a, b, first.id, second.id],
    );
    expect(await list('?sort=rating-desc')).toEqual(['A', 'B']);
    expect(await list('?sort=reviews-desc')).toEqual(['B', 'A']);
  });
});

describe('filters', () => {
  test('by brand, category, colour, size and stock, together', async () => {
    await stock(
      { name: 'A', brand: 'X', category: 'Áo', variants: [['Đỏ', 'M', 1, 1]] },
      { name: 'B', brand: 'X', category: 'Quần', variants: [['Xanh', 'L', 1, 0]] },
      { name: 'C', brand: 'Y', category: 'Áo', stock: 0 },
    );
    const [x, shirts] = [await named('brands', 'title', 'X'), await named('categories', 'title', 'Áo')];
    const [red, blue] = [await named('colors', 'name', 'Đỏ'), await named('colors', 'name', 'Xanh')];
    const medium = await named('sizes', 'name', 'M');
    const matches = async (query: string) => (await list(query)).sort();
    expect(await matches(`?brand=${x}`)).toEqual(['A', 'B']);
    expect(await matches(`?category=${shirts}`)).toEqual(['A', 'C']);
    expect(await matches(`?color=${red},${blue}`)).toEqual(['A', 'B']);
    expect(await matches(`?color=${blue}&size=${medium}`)).toEqual([]);
    expect(await matches('?in_stock=1')).toEqual(['A']);
    expect(await matches(`?brand=${x}&category=${shirts}&size=${medium}&in_stock=true`)).toEqual(['A']);
    expect(await matches('?brand=0&category=&price=0&color=&keyword=&in_stock=')).toEqual(['A', 'B', 'C']);
    expect(await matches('?brand=2147483647')).toEqual([]);
    expect(await matches('?color=2147483647')).toEqual([]);
  });

  test('colour, size and stock are those of one variant', async () => {
    await stock(
      {
        name: 'A',
        variants: [
          ['Đỏ', 'M', 1, 0],
          ['Xanh', 'L', 1, 5],
        ],
      },
      { name: 'B', variants: [['Đỏ', 'L', 1, 5]] },
    );
    const [red, large] = [await named('colors', 'name', 'Đỏ'), await named('sizes', 'name', 'L')];
    const matches = async (query: string) => (await list(query)).sort();
    expect(await matches(`?color=${red}`)).toEqual(['A', 'B']);
    expect(await matches(`?color=${red}&size=${large}`)).toEqual(['B']);
    expect(await matches(`?color=${red}&in_stock=1`)).toEqual(['B']);
    expect(await matches('?in_stock=1')).toEqual(['A', 'B']);
  });

  test.each([
    [1, ['99999']],
    [2, ['100000', '300000']],
    [3, ['300001', '500000']],
    [4, ['500001', '1000000']],
    [5, ['1000001']],
  ])('price band %i', async (band, expected) => {
    const prices = [99_999, 100_000, 300_000, 300_001, 500_000, 500_001, 1_000_000, 1_000_001];
    await stock(...prices.map((price) => ({ name: String(price), price })));
    expect(await list(`?price=${band}&sort=price-asc`)).toEqual(expected);
  });

  test.each([
    'brand=abc',
    'brand=-1',
    'brand=1e3',
    'brand=1,2',
    'brand=9223372036854775808',
    'category=1.5',
    'price=6',
    'price=-1',
    'price=x',
    'color=1,,2',
    'color=a',
    'size=1;2',
    'in_stock=2',
    'page=0',
    'page=-1',
    'page=x',
    'page=1&page_size=0',
    'page=1&page_size=101',
    'page_size=x',
    'brand=1&brand=2',
    'page=1%00',
    'color[]=1&color=x',
  ])('%s is a 400', async (query) => {
    expect((await visitor().get(`/api/products/?${query}`)).status).toBe(400);
  });

  test('each facet is counted with the other filters on', async () => {
    await stock(
      { name: 'A', brand: 'X', category: 'Áo', price: 50_000 },
      { name: 'B', brand: 'X', category: 'Quần', price: 150_000 },
      { name: 'C', brand: 'Y', category: 'Áo', price: 150_000 },
      { name: 'D', price: 2_000_000, stock: 0 },
    );
    const [x, y] = [await named('brands', 'title', 'X'), await named('brands', 'title', 'Y')];
    const [shirts, trousers] = [await named('categories', 'title', 'Áo'), await named('categories', 'title', 'Quần')];
    expect((await page('')).facets).toEqual({
      brand: { [x]: 2, [y]: 1 },
      category: { [shirts]: 2, [trousers]: 1 },
      price: { 1: 1, 2: 2, 5: 1 },
    });
    const narrowed = await page(`brand=${x}&price=2`);
    expect(names(narrowed.results)).toEqual(['B']);
    expect(narrowed.facets).toEqual({ brand: { [x]: 1, [y]: 1 }, category: { [trousers]: 1 }, price: { 1: 1, 2: 1 } });
    expect((await page('in_stock=1')).facets.price).toEqual({ 1: 1, 2: 2 });
  });
});

describe('one product', () => {
  test('has its variants, colours, sizes and reviews', async () => {
    const [id = 0] = await stock({
      name: 'Váy',
      description: 'Mềm',
      variants: [
        ['Đỏ', 'M', 300_000, 2],
        ['Xanh', 'M', 200_000, 0],
      ],
    });
    const shopper = await given.shopper();
    await changeCatalogue(`INSERT INTO reviews (product_id, user_id, rating, comment) VALUES ($1, $2, 4, 'Đẹp')`, [
      id,
      shopper.id,
    ]);
    const product = answer(await visitor().get(`/api/products/${id}/`), Product);
    expect(product).toMatchObject({
      description: 'Mềm',
      min_price: 200_000,
      rating: 4,
      numReviews: 1,
      rating_breakdown: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 0 },
    });
    expect(product.variants.map(({ color, price, product: of }) => [color.name, price, of])).toEqual([
      ['Đỏ', 300_000, id],
      ['Xanh', 200_000, id],
    ]);
    expect(product.available_colors.map((color) => color.name)).toEqual(['Đỏ', 'Xanh']);
    expect(product.available_sizes.map((size) => size.name)).toEqual(['M']);
    expect(product.reviews).toMatchObject([{ name: shopper.username, comment: 'Đẹp', verified_purchase: false }]);
  });

  test('names its variant for a colour and a size', async () => {
    const [id = 0] = await stock({ name: 'Váy', variants: [['Đỏ', 'M', 300_000, 2]] });
    const [red, medium] = [await named('colors', 'name', 'Đỏ'), await named('sizes', 'name', 'M')];
    const variant = answer(await visitor().get(`/api/products/${id}/variants/${red}/${medium}/`), Variant);
    expect(variant).toMatchObject({
      product: id,
      price: 300_000,
      stock_quantity: 2,
      color: { name: 'Đỏ' },
      size: { name: 'M' },
    });
    expect(answer(await visitor().get(`/api/product-variants/?product=${id}`), Variant.array())).toEqual([variant]);
    expect((await visitor().get(`/api/products/${id}/variants/${red}/999/`)).status).toBe(404);
    await changeCatalogue('UPDATE products SET has_variants = false WHERE id = $1', [id]);
    expect((await visitor().get(`/api/product-variants/?product=${id}`)).body).toEqual([]);
  });

  test('recommends products of its category, then of its brand, then best sellers', async () => {
    const [id] = await stock(
      { name: 'self', brand: 'X', category: 'Áo', sold: 99 },
      { name: 'best', sold: 90 },
      { name: 'second best', sold: 80 },
      { name: 'brand', brand: 'X', sold: 1 },
      { name: 'category', category: 'Áo', sold: 0 },
      { name: 'category too', category: 'Áo', sold: 2 },
    );
    const related = answer(await visitor().get(`/api/products/${id}/related/`), ListProduct.array());
    expect(names(related)).toEqual(['category too', 'category', 'brand', 'best']);
  });

  test('recommends nothing when it is the only product', async () => {
    const [id] = await stock({ name: 'alone' });
    expect((await visitor().get(`/api/products/${id}/related`)).body).toEqual([]);
  });

  test.each(['0', '-1', 'abc', '1e3', '9223372036854775808', '999999', '1%00', '%F0%28'])('%s is a 404', async (id) => {
    for (const path of [`/api/products/${id}/`, `/api/products/${id}/related/`, `/api/products/${id}/variants/1/1/`]) {
      const { status } = await visitor().get(path);
      expect([404, id.startsWith('%F') ? 400 : 404]).toContain(status);
    }
  });

  test.each(['7', '0', '-1', 'abc', '2147483648', '9223372036854775808'])(
    'says in Vietnamese that there is no product %s',
    async (id) => {
      for (const path of [`/api/products/${id}/`, `/api/products/${id}/related/`, `/api/products/${id}/reviews/`]) {
        const detail = 'Không tìm thấy sản phẩm.';
        expect([path, (await visitor().get(path)).body]).toEqual([path, { detail, error: detail }]);
      }
    },
  );
});

test.each(['brands', 'category', 'colors', 'sizes'])('%s may be asked for page by page', async (list) => {
  await stock(
    { name: 'A', brand: 'Zara', category: 'Đầm', variants: [['Đỏ', 'M', 1, 1]] },
    { name: 'B', brand: 'ánh', category: 'Áo', variants: [['Be', 'L', 1, 1]] },
  );
  const bare = await visitor().get(`/api/${list}/`);
  const all = bare.body as unknown[];
  expect(all.length).toBeGreaterThan(1);
  expect(bare.headers['x-total-count']).toBe(String(all.length));
  const page = await visitor().get(`/api/${list}/?page=2&page_size=1`);
  expect(page.body).toEqual({ count: all.length, page: 2, page_size: 1, results: [all[1]] });
  expect((await visitor().get(`/api/${list}/?page=9`)).body).toMatchObject({ results: [] });
  expect((await visitor().get(`/api/${list}/?page=0`)).status).toBe(400);
});

test('brands, categories, colours and sizes are sorted, and counted', async () => {
  await stock(
    {
      name: 'A',
      brand: 'Zara',
      category: 'Đầm',
      variants: [
        ['Đỏ', 'M', 1, 1],
        ['Be', 'L', 1, 1],
      ],
    },
    { name: 'B', brand: 'ánh' },
  );
  const brands = answer(await visitor().get('/api/brands/'), Brand.array());
  expect(brands.map(({ title, product_count }) => [title, product_count])).toEqual([
    ['ánh', 1],
    ['Zara', 1],
  ]);
  expect(answer(await visitor().get('/api/category/'), Category.array())).toMatchObject([
    { title: 'Đầm', image: null, product_count: 1 },
  ]);
  expect(names(answer(await visitor().get('/api/colors/'), Color.array()))).toEqual(['Be', 'Đỏ']);
  expect(names(answer(await visitor().get('/api/sizes'), ListedSize.array()))).toEqual(['L', 'M']);
});

test('a bad token is an anonymous visitor', async () => {
  expect((await visitor().get('/api/brands/', { Authorization: 'JWT nonsense' })).status).toBe(200);
});
