import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProductPage } from 'contract/catalog/catalog';
import { PageFocus } from '~/routing/page-focus';
import * as page from '~/routes/shop/search/route';
import { readSearch } from '~/routes/shop/search/search-query';
import { lendBrowserParts } from '../../support/ai-search';
import { fakeApi } from '../../support/api';
import { product } from '../../support/given';
import { isAt, openShop } from '../../support/shop-pages';

const group = (id: number, title: string) => ({ id, title, description: '', image: null, product_count: 1 });
const productPage = (changed: Partial<ProductPage> = {}): ProductPage => ({
  count: 30,
  page: 1,
  page_size: 12,
  results: [product({ id: 5, name: 'Áo thun' }), product({ id: 6, name: 'Váy' })],
  facets: { category: { 1: 20, 2: 0 }, brand: { 3: 7 }, price: { 1: 2 } },
  ...changed,
});

const pages = {
  search: {
    ...page,
    clientLoader: (args: Parameters<typeof page.loader>[0]) =>
      page.loader({
        ...args,
        context: { nonce: '', origin: 'https://may.example', testPayments: false, tags: new Set() },
      }),
  },
};

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  api = fakeApi({
    'GET /api/products/': { body: productPage() },
    'GET /api/category/': { body: [group(1, 'Áo thun'), group(2, 'Đầm')] },
    'GET /api/brands/': { body: [group(3, 'Sợi')] },
    'GET /api/colors/': { body: [{ id: 1, name: 'Đen', hex_code: '#000000' }] },
    'GET /api/sizes/': { body: [{ id: 1, name: 'M' }] },
  });
});

test("the heading and count use the specification's texts", async () => {
  api.answer({ 'GET /api/products/': { body: productPage({ page: 2 }) } });
  openShop(pages, '/search?keyword=áo&page=2');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Kết quả tìm kiếm cho "áo"');
  expect(screen.getByText('Showing 13-14 of 30 products')).toBeVisible();
});

test.each([
  ['áo xanh rêu', { label: 'xanh lá', start: 3, end: 11 }, '/media/moss/640.webp'],
  ['áo màu lá cây', { label: 'xanh lá', start: 7, end: 13 }, '/media/leaf/640.webp'],
  ['áo không lấy xanh rêu', { label: 'không xanh lá', start: 3, end: 21 }, '/media/main/640.webp'],
])('a card shows the product in the colour that "%s" names or means', async (keyword, words, image) => {
  const swatch = (id: number, name: string, file: string) => ({
    id,
    name,
    hex_code: '#000000',
    image: `/media/${file}/640.webp`,
  });
  const swatches = [
    swatch(1, 'Đen', 'black'),
    keyword.includes('lá') ? swatch(2, 'Xanh lá', 'leaf') : swatch(2, 'Xanh rêu', 'moss'),
  ];
  const shirt = product({ id: 5, name: 'Áo thun', image: '/media/main/640.webp', swatches });
  const understood: ProductPage['understood'] = [{ kind: 'color', of: 'text', ...words }];
  api.answer({ 'GET /api/products/': { body: productPage({ results: [shirt], understood }) } });
  openShop(pages, `/search?keyword=${keyword}`);
  const card = await screen.findByRole('article');
  expect(within(card).getAllByRole('img')[0]).toHaveAttribute('src', image);
});

test('clicking a filter applies it from page 1 and shows a chip that removes it', async () => {
  openShop(pages, '/search?brand=3&page=2');
  await userEvent.click(await screen.findByRole('radio', { name: /Dưới 100.000đ/ }));
  await isAt('/search?brand=3&price=1');
  const chips = await screen.findByRole('list', { name: 'Bộ lọc đang bật' });
  await userEvent.click(within(chips).getByRole('link', { name: 'Bỏ lọc thương hiệu Sợi' }));
  await isAt('/search?price=1');
});

test('a chip that is removed leaves its focus to the results', async () => {
  const Page = () => (
    <>
      <PageFocus />
      <page.default />
    </>
  );
  openShop({ search: { ...pages.search, default: Page } }, '/search?brand=3');
  await userEvent.click(await screen.findByRole('link', { name: 'Bỏ lọc thương hiệu Sợi' }));
  await isAt('/search');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Sản phẩm, trang 1' })).toHaveFocus());
});

test('a filter that is removed while another is being removed takes neither back', async () => {
  openShop(pages, '/search?brand=3&category=1');
  const chips = await screen.findByRole('list', { name: 'Bộ lọc đang bật' });
  let answer = (_: { body: ProductPage }) => {};
  api.answer({ 'GET /api/products/': () => new Promise((resolve) => (answer = resolve)) });
  await userEvent.click(within(chips).getByRole('link', { name: 'Bỏ lọc thương hiệu Sợi' }));
  await userEvent.click(within(chips).getByRole('link', { name: 'Bỏ lọc danh mục Áo thun' }));
  await waitFor(() => expect(api.to('GET /api/products/').at(-1)?.query).toBe('page=1&page_size=12'));
  answer({ body: productPage() });
  await isAt('/search');
});

test('filters of one name are told apart', async () => {
  const errors = jest.spyOn(console, 'error');
  api.answer({ 'GET /api/categories/': { body: [] }, 'GET /api/brands/': { body: [] } });
  openShop(pages, '/search?brand=9&category=9');
  expect(await screen.findByRole('link', { name: 'Bỏ lọc thương hiệu #9' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Bỏ lọc danh mục #9' })).toBeVisible();
  expect(errors).not.toHaveBeenCalled();
});

test('each choice shows its count, and a choice without results is disabled', async () => {
  openShop(pages, '/search');
  expect(await screen.findByRole('radio', { name: 'Áo thun 20' })).toBeEnabled();
  expect(screen.getByRole('radio', { name: 'Đầm 0' })).toBeDisabled();
});

test('the sort order of the results is part of the URL', async () => {
  openShop(pages, '/search?category=1&page=2');
  await userEvent.selectOptions(await screen.findByRole('combobox'), 'Giá thấp đến cao');
  await isAt('/search?category=1&sort=price-asc');
});

test.each([
  ['newest', 'Mới nhất'],
  ['reviews-desc', 'Nhiều đánh giá nhất'],
])('an order that only links lead to is shown while it is on (%s)', async (sort, name) => {
  openShop(pages, `/search?sort=${sort}`);
  expect(await screen.findByRole('combobox')).toHaveDisplayValue(name);
  await userEvent.selectOptions(screen.getByRole('combobox'), 'Most Popular');
  await isAt('/search');
  expect(screen.queryByRole('option', { name })).toBeNull();
});

test('nothing found for a keyword offers the AI search with its words', async () => {
  lendBrowserParts();
  api.answer({ 'GET /api/products/': { body: productPage({ count: 0, results: [], nearest: [] }) } });
  openShop(pages, '/search?keyword=đồ+đi+biển');
  await userEvent.click(await screen.findByRole('button', { name: 'Tìm bằng AI' }));
  const dialog = await screen.findByRole('dialog', { name: 'Tìm kiếm bằng AI' });
  expect(within(dialog).getByLabelText('Mô tả sản phẩm bạn muốn tìm')).toHaveValue('đồ đi biển');
});

test('an empty result of filters alone does not offer the AI search', async () => {
  api.answer({ 'GET /api/products/': { body: productPage({ count: 0, results: [] }) } });
  openShop(pages, '/search?brand=3');
  await screen.findAllByText('Không tìm thấy sản phẩm phù hợp');
  expect(screen.queryByRole('button', { name: 'Tìm bằng AI' })).toBeNull();
});

test('clearing all filters keeps the keyword', async () => {
  openShop(pages, '/search?keyword=ao&brand=3&color=1');
  const aside = await screen.findByRole('complementary', { name: 'Bộ lọc' });
  await userEvent.click(within(aside).getByRole('link', { name: 'Clear All' }));
  await isAt('/search?keyword=ao');
});

test('on phones the filters open in a sheet that shows the number of products', async () => {
  openShop(pages, '/search');
  await userEvent.click(await screen.findByRole('button', { name: /^Bộ lọc/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Bộ lọc' });
  api.answer({ 'GET /api/products/': { body: productPage({ count: 4 }) } });
  await userEvent.click(within(sheet).getByRole('checkbox', { name: 'Đen' }));
  await isAt('/search?color=1');
  await userEvent.click(await within(sheet).findByRole('button', { name: 'Xem 4 sản phẩm' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('the links to the previous and next results keep the filters', async () => {
  api.answer({ 'GET /api/products/': { body: productPage({ page: 2 }) } });
  openShop(pages, '/search?brand=3&page=2');
  expect(await screen.findByRole('link', { name: 'Trang trước' })).toHaveAttribute('href', '/search?brand=3');
  expect(screen.getByRole('link', { name: 'Trang sau' })).toHaveAttribute('href', '/search?brand=3&page=3');
});

test('a click on an understood part removes it from the keyword', async () => {
  const understood = [
    { kind: 'type' as const, label: 'áo thun', of: 'text' as const, start: 0, end: 7 },
    { kind: 'color' as const, label: 'đen', of: 'text' as const, start: 8, end: 11 },
  ];
  api.answer({ 'GET /api/products/': { body: productPage({ understood, correction: null }) } });
  openShop(pages, '/search?keyword=ao thun den&brand=3&page=2');
  await userEvent.click(await screen.findByRole('link', { name: 'Bỏ đen khỏi từ khóa' }));
  await isAt('/search?keyword=ao+thun&brand=3');
});

test('the search page offers another spelling of the keyword', async () => {
  api.answer({ 'GET /api/products/': { body: productPage({ understood: [], correction: 'áo thun' }) } });
  openShop(pages, '/search?keyword=ao tun');
  expect(await screen.findByText(/Ý bạn là/)).toHaveTextContent('Ý bạn là áo thun?');
  await userEvent.click(screen.getByRole('link', { name: 'áo thun' }));
  await isAt('/search?keyword=%C3%A1o+thun');
});

test('an empty result shows what is nearest', async () => {
  api.answer({
    'GET /api/products/': { body: productPage({ count: 0, results: [], nearest: [product({ name: 'Áo len' })] }) },
  });
  openShop(pages, '/search?keyword=áo xyz');
  expect(await screen.findByRole('heading', { name: 'Gần giống sản phẩm bạn tìm' })).toBeVisible();
  expect(screen.getByText('Áo len')).toBeVisible();
});

test('an empty result shows both what is nearest and what is popular, each product once', async () => {
  const [near, best] = [product({ id: 1, name: 'Áo len' }), product({ id: 2, name: 'Áo bán chạy' })];
  const empty = productPage({ count: 0, results: [], nearest: [near] });
  api.answer({
    'GET /api/products/': ({ query }) => ({
      body: query.includes('keyword') ? empty : productPage({ results: [near, best] }),
    }),
  });
  openShop(pages, '/search?keyword=áo xyz');
  expect(await screen.findByRole('region', { name: 'Gần giống sản phẩm bạn tìm' })).toHaveTextContent('Áo len');
  const popular = screen.getByRole('region', { name: 'Được mua nhiều nhất' });
  expect(popular).toHaveTextContent('Áo bán chạy');
  expect(popular).not.toHaveTextContent('Áo len');
});

test('an empty result without anything near shows popular products', async () => {
  const empty = productPage({ count: 0, results: [], nearest: [] });
  api.answer({
    'GET /api/products/': ({ query }) => ({
      body: query.includes('keyword') ? empty : productPage({ results: [product({ name: 'Áo bán chạy' })] }),
    }),
  });
  openShop(pages, '/search?keyword=xyz');
  expect(await screen.findByRole('heading', { name: 'Được mua nhiều nhất' })).toBeVisible();
  expect(screen.getByText('Áo bán chạy')).toBeVisible();
});

test('an empty search result offers to remove the filters', async () => {
  api.answer({ 'GET /api/products/': { body: productPage({ count: 0, results: [] }) } });
  openShop(pages, '/search?keyword=zzz&brand=3');
  const [announced, shown] = await screen.findAllByText('Không tìm thấy sản phẩm phù hợp');
  expect(announced?.closest('[role="status"]')).not.toBeNull();
  expect(shown).toBeVisible();
  expect(screen.getByRole('link', { name: 'Bỏ mọi bộ lọc' })).toHaveAttribute('href', '/search?keyword=zzz');
});

describe('what search engines read', () => {
  type Head = { title?: string; rel?: string; href?: string; name?: string; content?: string }[];
  const headOf = (query: string) => {
    const data = {
      search: readSearch(new URLSearchParams(query)),
      page: productPage(),
      choices: { categories: [group(1, 'Áo thun')], brands: [group(3, 'Sợi')], colors: [], sizes: [] },
      origin: 'https://may.example',
    };
    const head = page.meta({ data, matches: [] } as never) as Head;
    return {
      title: head.find(({ title }) => title)?.title,
      canonical: head.find(({ rel }) => rel === 'canonical')?.href?.replace('https://may.example', ''),
      isHidden: head.some(({ name, content }) => name === 'robots' && content?.includes('noindex')),
    };
  };

  test.each([
    ['', /^Tất cả sản phẩm · /, '/search'],
    ['category=1', /^Áo thun · /, '/search?category=1'],
    ['brand=3&page=2', /^Sợi · Trang 2 · /, '/search?brand=3&page=2'],
    ['sort=newest', /^Tất cả sản phẩm · /, '/search'],
    ['brand=3&sort=price-asc', /^Sợi · /, '/search?brand=3'],
  ])('the list of “%s” has a title and an address of its own', (query, title, canonical) => {
    expect(headOf(query)).toEqual({ title: expect.stringMatching(title) as string, canonical, isHidden: false });
  });

  test.each(['keyword=áo', 'category=1&brand=3', 'price=2', 'category=1&color=1', 'size=1', 'in_stock=1'])(
    'the filtered list of “%s” is not listed',
    (query) => expect(headOf(query)).toMatchObject({ isHidden: true }),
  );

  test('a category of one brand is named by both', () => {
    expect(headOf('category=1&brand=3').title).toMatch(/^Áo thun · Sợi · /);
  });
});

describe('what the browser reports', () => {
  const beacon = jest.fn<boolean, [string, Blob]>(() => true);
  /** jsdom's blobs have no `text()`. */
  const textOf = (blob: Blob) =>
    new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.readAsText(blob);
    });
  const sent = () => Promise.all(beacon.mock.calls.map(async ([, body]) => JSON.parse(await textOf(body)) as object));
  beforeEach(() => {
    beacon.mockClear();
    Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true });
    window.requestIdleCallback = (report) => {
      report({ didTimeout: false, timeRemaining: () => 0 });
      return 1;
    };
    window.cancelIdleCallback = () => undefined;
  });

  test('a search, whether it had results, and the chosen product', async () => {
    openShop(pages, '/search?keyword=áo');
    await userEvent.click(await screen.findByRole('link', { name: 'Váy' }));
    expect(await sent()).toEqual([
      { type: 'search', keyword: 'áo', found: true },
      { type: 'click', keyword: 'áo', product: 6 },
    ]);
  });

  test.each(['/search', '/search?keyword=áo&brand=3'])('no list that is not the whole of a search (%s)', async (at) => {
    openShop(pages, at);
    await screen.findByText('Showing 1-2 of 30 products');
    expect(await sent()).toEqual([]);
  });
});

test('a failure shows the reason and can be retried', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  api.answer({ 'GET /api/products/': 'unreachable' });
  openShop(pages, '/search');
  expect(await screen.findByRole('alert')).toHaveTextContent(/gián đoạn/);
  api.answer({ 'GET /api/products/': { body: productPage() } });
  await userEvent.click(screen.getByRole('link', { name: 'Thử lại' }));
  expect(await screen.findByText('Showing 1-2 of 30 products')).toBeVisible();
});
