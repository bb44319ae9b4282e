import { loader } from '~/routes/files/sitemap';
import { fakeApi } from '../../support/api';

const ORIGIN = 'https://may.example';
let count: number;
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  api = fakeApi({
    'GET /api/products/': ({ query }) => {
      const page = Number(new URLSearchParams(query).get('page'));
      const on = Math.max(0, Math.min(100, count - (page - 1) * 100));
      const results = Array.from({ length: on }, (_, i) => ({
        id: (page - 1) * 100 + i + 1,
        image: '/media/a/640.webp',
        hover_image: null,
      }));
      const facets = { category: count > 0 ? { 3: count, 5: 0 } : {}, brand: count > 0 ? { 4: count } : {}, price: {} };
      return { body: { count, page, page_size: 100, results, facets } };
    },
  });
});

async function read(search = '') {
  const request = new Request(`${ORIGIN}/sitemap.xml${search}`);
  const response = await loader({ request, params: {}, context: { origin: ORIGIN } } as unknown as Parameters<
    typeof loader
  >[0]);
  const text = await response.text();
  return { response, text, addresses: [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address) };
}

const productsIn = (addresses: (string | undefined)[]) =>
  addresses.flatMap((address) => (address?.includes('/products/') ? [Number(address.split('/').at(-1))] : []));

test('a shop that one file holds gets all pages in it, products with their pictures, no empty category or brand', async () => {
  count = 136;
  const { response, text, addresses } = await read();
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(addresses.slice(0, 6)).toEqual(
    ['/', '/search', '/terms', '/privacy', '/search?category=3', '/search?brand=4'].map((path) => ORIGIN + path),
  );
  expect(productsIn(addresses)).toEqual(Array.from({ length: 136 }, (_, i) => i + 1));
  expect(text).toContain(`<image:loc>${ORIGIN}/media/a/640.webp</image:loc>`);
});

test('the sitemap of an empty shop lists the fixed pages', async () => {
  count = 0;
  const { text, addresses } = await read();
  expect([text.includes('<urlset'), addresses.length]).toEqual([true, 4]);
});

test('a large shop gets an index, whose files name each product once and take 50 calls at most', async () => {
  count = 12_001;
  const { text, addresses } = await read();
  expect(text).toContain('<sitemapindex');
  expect(addresses).toEqual([1, 2, 3].map((part) => `${ORIGIN}/sitemap.xml?part=${part}`));
  expect(api.calls).toHaveLength(1);
  const products: number[] = [];
  for (const address of addresses) {
    const before = api.calls.length;
    products.push(...productsIn((await read(new URL(String(address)).search)).addresses));
    expect(api.calls.length - before).toBeLessThanOrEqual(50);
  }
  expect(products).toEqual(Array.from({ length: 12_001 }, (_, i) => i + 1));
});

test('a part of the sitemap beyond the last is not found', async () => {
  count = 136;
  expect((await read('?part=2')).response.status).toBe(404);
  expect((await read('?part=1')).response.status).toBe(200);
});

test.each(['?x=1', '?part=0', '?part=1&x=2', '?part=a', '?utm_source=b'])(
  '%s leads to the sitemap without a call',
  async (search) => {
    const { response } = await read(search);
    expect([response.status, response.headers.get('location'), api.calls]).toEqual([301, '/sitemap.xml', []]);
  },
);
