/** @jest-environment node */
import { EVERYTHING } from '../../../../backend/src/platform/http-cache/catalog-change';
import type { Tagged } from '../../../../backend/src/platform/http-cache/tagged-cache';
import type { CachedPage } from '../../../server/pages/cached-page';
import { PageCache, pageKey } from '../../../server/pages/page-cache';

let now: number;
let cache: PageCache;
const clock = () => now;
function page(text: string, size = text.length, tags = ['shop']): Tagged<CachedPage> {
  const variant = { body: Buffer.from(text), etag: '', content: '', headers: [] };
  const variants = { identity: variant, gzip: variant, br: variant };
  return { value: { variants, first: variants, size }, tags };
}
const textOf = (cached: CachedPage | undefined) => cached?.variants.identity.body.toString();
const fetch = (key: string, text = key, size = 100) => cache.fetch(key, async () => page(text, size));

beforeEach(() => {
  now = 0;
  cache = new PageCache(20_000, clock);
  cache.setLive(true);
});

test('a page is rendered once, then served from the cache', async () => {
  const render = jest.fn(async () => page('home'));
  const all = await Promise.all(Array.from({ length: 20 }, () => cache.fetch('/', render)));
  expect(render).toHaveBeenCalledTimes(1);
  expect(all.map(textOf)).toEqual(Array.from({ length: 20 }, () => 'home'));
  expect(textOf(cache.get('/'))).toBe('home');
});

test('private or failed pages are not cached and are rendered for each request', async () => {
  expect(await cache.fetch('/cart', async () => undefined)).toBeUndefined();
  await expect(cache.fetch('/', () => Promise.reject(new Error('backend down')))).rejects.toThrow('backend down');
  expect(cache.get('/cart')).toBeUndefined();
  await fetch('/');
  expect(textOf(cache.get('/'))).toBe('/');
});

test('a change empties the cache; a render that began before is neither cached nor given to later requests', async () => {
  await fetch('/old');
  let finish!: (rendered: Tagged<CachedPage>) => void;
  const before = cache.fetch('/', () => new Promise((resolve) => (finish = resolve)));
  cache.change(EVERYTHING);
  const after = fetch('/', 'new');
  finish(page('old'));
  expect(textOf(await before)).toBe('old');
  expect(textOf(await after)).toBe('new');
  expect(textOf(cache.get('/'))).toBe('new');
  expect(cache.get('/old')).toBeUndefined();
});

/** Renders a page of products 1 and 2 that shows their sales, 10 and 20. */
const fetchList = (text: string) =>
  cache.fetch('/search', async () => page(text, 100, ['list', 'card-1', 'card-2', 'sales-10-20']));

test('a page goes when a product that it shows is edited; one that does not show it stays', async () => {
  await cache.fetch('/products/1', async () => page('one', 100, ['product-1']));
  await cache.fetch('/products/2', async () => page('two', 100, ['product-2']));
  cache.change({ kind: 'edited', ids: [1] });
  expect(cache.get('/products/1')).toBeUndefined();
  expect(textOf(cache.get('/products/2'))).toBe('two');
});

test('a page stays when pieces of a product are sold and some are left', async () => {
  await cache.fetch('/products/1', async () => page('one', 100, ['product-1']));
  cache.change({ kind: 'stock', ids: [1] });
  expect(textOf(cache.get('/products/1'))).toBe('one');
  cache.change({ kind: 'availability', ids: [1] });
  expect(cache.get('/products/1')).toBeUndefined();
});

test('a list by sales stays while products far from it are sold', async () => {
  await fetchList('list');
  cache.change({ kind: 'sold', sales: [{ id: 3, from: 4, to: 5 }] });
  expect(textOf(cache.get('/search'))).toBe('list');
  cache.change({ kind: 'sold', sales: [{ id: 3, from: 9, to: 10 }] });
  expect(cache.get('/search')).toBeUndefined();
});

test('while sales follow each other, a page that takes long to render is served outdated and rendered now and then', async () => {
  const slowly = (key: string) =>
    cache.fetch(key, async () => {
      now += 400;
      return page(key, 100, ['list', 'card-1']);
    });
  let renders = 0;
  for (let sale = 0; sale < 600; sale += 1) {
    if (!cache.get('/search')) {
      renders += 1;
      await slowly('/search');
    }
    now += 100;
    cache.change({ kind: 'sold', sales: [{ id: 1, from: sale, to: sale + 1 }] });
  }
  expect(renders).toBeGreaterThan(10);
  expect(renders).toBeLessThan(30);
});

test('a product’s page goes with each review, however long it takes to render: its author looks at it next', async () => {
  for (let review = 0; review < 20; review += 1) {
    await cache.fetch('/products/1', async () => {
      now += 400;
      return page('one', 100, ['product-1']);
    });
    cache.change({ kind: 'reviewed', ids: [1] });
    expect(cache.get('/products/1')).toBeUndefined();
  }
});

test('without change events a page lives 5 s; when they resume, every page is rendered again', async () => {
  await fetch('/');
  now = 60_000;
  cache.setLive(false);
  now += 4_999;
  expect(textOf(cache.get('/'))).toBe('/');
  now += 1;
  expect(cache.get('/')).toBeUndefined();
  await fetch('/late');
  now += 4_999;
  expect(textOf(cache.get('/late'))).toBe('/late');
  cache.setLive(true);
  expect(cache.get('/late')).toBeUndefined();
});

test('a page rendered before the first change event lives 5 s too', async () => {
  cache = new PageCache(20_000, clock);
  await fetch('/');
  now = 5_000;
  expect(cache.get('/')).toBeUndefined();
});

test('a stale page is served while rendering fails, for an hour or until a change', async () => {
  await fetch('/');
  now = 10 * 60_000;
  expect(cache.get('/')).toBeUndefined();
  expect(textOf(cache.stale('/'))).toBe('/');
  now = 60 * 60_000;
  expect(cache.stale('/')).toBeUndefined();
  await fetch('/', 'anew');
  expect(textOf(cache.stale('/'))).toBe('anew');
  cache.change(EVERYTHING);
  expect(cache.stale('/')).toBeUndefined();
});

test('a page is rendered again after 10 minutes even without changes', async () => {
  await fetch('/');
  now = 10 * 60_000;
  expect(cache.get('/')).toBeUndefined();
});

test('memory is bounded: the least recently used pages are evicted, and pages over a quarter of it are not cached', async () => {
  for (const key of ['/1', '/2', '/3', '/4']) await fetch(key, key, 4_500);
  cache.get('/1');
  await fetch('/5', '/5', 4_500);
  expect(cache.get('/2')).toBeUndefined();
  expect(['/1', '/3', '/4', '/5'].filter((key) => cache.get(key) === undefined)).toEqual([]);
  expect(textOf(await fetch('/huge', 'x', 5_001))).toBe('x');
  expect(cache.get('/huge')).toBeUndefined();
});

test('a cache of no bytes caches nothing', async () => {
  cache = new PageCache(0, clock);
  cache.setLive(true);
  expect(textOf(await fetch('/'))).toBe('/');
  expect(cache.get('/')).toBeUndefined();
});

test.each([
  ['/', '/'],
  ['/search?price=2&brand=1', '/search?brand=1&price=2'],
  ['/search?keyword=%C3%A1o&utm_source=zalo&fbclid=x', '/search?keyword=%C3%A1o'],
  ['/?utm_campaign=tet', '/'],
  ['/search?color=1&color=2', '/search?color=1&color=2'],
  [`/search?keyword=${'a'.repeat(300)}`, undefined],
])('the key of %s is %s', (url, key) => {
  expect(pageKey(url)).toBe(key);
});
