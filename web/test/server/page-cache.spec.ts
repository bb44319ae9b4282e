/** @jest-environment node */
import { KeptPage } from '../../server/kept-page';
import { PageCache, pageKey } from '../../server/page-cache';

let now: number;
let cache: PageCache;
const clock = () => now;
const page = (text: string) => KeptPage.of([], Buffer.from(text), '')!;
const textOf = (kept: KeptPage | undefined) => kept?.withNonce('').toString();
const make = (key: string, text = key) => cache.make(key, async () => page(text));

beforeEach(() => {
  now = 0;
  cache = new PageCache(20_000, clock);
  cache.setInformed(true);
});

test('a page is made once and then served', async () => {
  const render = jest.fn(async () => page('home'));
  const all = await Promise.all(Array.from({ length: 20 }, () => cache.make('/', render)));
  expect(render).toHaveBeenCalledTimes(1);
  expect(all.map(textOf)).toEqual(Array.from({ length: 20 }, () => 'home'));
  expect(textOf(cache.get('/'))).toBe('home');
});

test('what is not for everyone, or failed, is not kept, and is made anew when asked for again', async () => {
  expect(await cache.make('/cart', async () => undefined)).toBeUndefined();
  await expect(cache.make('/', () => Promise.reject(new Error('backend down')))).rejects.toThrow('backend down');
  expect(cache.get('/cart')).toBeUndefined();
  await make('/');
  expect(textOf(cache.get('/'))).toBe('/');
});

test('a change empties it, and a page whose making began before is neither kept nor given to who asks after', async () => {
  await make('/old');
  let finish!: (made: KeptPage) => void;
  const before = cache.make('/', () => new Promise((resolve) => (finish = resolve)));
  cache.clear();
  const after = make('/', 'new');
  finish(page('old'));
  expect(textOf(await before)).toBe('old');
  expect(textOf(await after)).toBe('new');
  expect(textOf(cache.get('/'))).toBe('new');
  expect(cache.get('/old')).toBeUndefined();
});

test('while nobody tells of changes a page lives 5 s; when they do again, everything is made anew', async () => {
  await make('/');
  now = 60_000;
  cache.setInformed(false);
  now += 4_999;
  expect(textOf(cache.get('/'))).toBe('/');
  now += 1;
  expect(cache.get('/')).toBeUndefined();
  await make('/late');
  now += 4_999;
  expect(textOf(cache.get('/late'))).toBe('/late');
  cache.setInformed(true);
  expect(cache.get('/late')).toBeUndefined();
});

test('a page made before the first news lives 5 s too', async () => {
  cache = new PageCache(20_000, clock);
  await make('/');
  now = 5_000;
  expect(cache.get('/')).toBeUndefined();
});

test('a page that is too old to be served stands in for one that cannot be made, for an hour and until a change', async () => {
  await make('/');
  now = 10 * 60_000;
  expect(cache.get('/')).toBeUndefined();
  expect(textOf(cache.stale('/'))).toBe('/');
  now = 60 * 60_000;
  expect(cache.stale('/')).toBeUndefined();
  await make('/', 'anew');
  expect(textOf(cache.stale('/'))).toBe('anew');
  cache.clear();
  expect(cache.stale('/')).toBeUndefined();
});

test('an informed cache still makes a page anew after 10 minutes', async () => {
  await make('/');
  now = 10 * 60_000;
  expect(cache.get('/')).toBeUndefined();
});

test('memory is bounded: the longest unused pages go first, one too large is not kept', async () => {
  for (const key of ['/1', '/2', '/3', '/4']) await make(key, 'x'.repeat(3_500)); // some 4,500 bytes each
  cache.get('/1');
  await make('/5', 'x'.repeat(3_500));
  expect(cache.get('/2')).toBeUndefined();
  expect(['/1', '/3', '/4', '/5'].filter((key) => cache.get(key) === undefined)).toEqual([]);
  await make('/huge', 'x'.repeat(10_000));
  expect(cache.get('/huge')).toBeUndefined();
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
