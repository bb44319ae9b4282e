import { waitFor } from '@testing-library/react';
import { OfflineCache, cacheNames } from '../../worker/offline-cache';

/** The browser's caches, in memory. */
class FakeCache {
  readonly entries = new Map<string, Response>();
  private readonly key = (request: RequestInfo) =>
    new URL(typeof request === 'string' ? request : request.url, 'https://may.example').href;
  match = async (request: RequestInfo) => this.entries.get(this.key(request))?.clone();
  put = async (request: RequestInfo, response: Response) => void this.entries.set(this.key(request), response);
  delete = async (request: RequestInfo) => this.entries.delete(this.key(request));
  keys = async () => [...this.entries.keys()].map((url) => ({ url }) as Request);
}

let stores: Map<string, FakeCache>;
let answers: jest.Mock<Promise<Response>, [RequestInfo, RequestInit?]>;
let time: number;
let offline: OfflineCache;

const caches = {
  open: async (name: string) => stores.get(name) ?? (stores.set(name, new FakeCache()), stores.get(name)),
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
} as unknown as CacheStorage;

const answer = (body: string, type = 'text/html; charset=utf-8', caching = 'no-cache') =>
  Object.defineProperty(new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': caching } }), 'type', {
    value: 'basic',
  });
const HTML = '<!DOCTYPE html><html lang="vi"><h1>Áo</h1></html>';
const cachePage = (path: string, response: Response) => offline.cachePage(path, response, offline.generation);
const pagesOf = (version = '1') => [...(stores.get(cacheNames(version).pages)?.entries.keys() ?? [])];
const pictures = () => [...(stores.get('may-pictures')?.entries.keys() ?? [])];

beforeEach(() => {
  [stores, time] = [new Map(), Date.parse('2026-01-31T09:30:00Z')];
  answers = jest.fn(async (request) =>
    (typeof request === 'string' ? request : request.url).includes('/media/')
      ? answer('', 'image/webp', 'public, immutable')
      : answer(HTML),
  );
  offline = new OfflineCache('1', caches, answers, () => time);
});

test('a cached page carries when it was cached', async () => {
  await cachePage('/products/5', answer(HTML));
  expect(await (await offline.page('/products/5'))?.text()).toContain(
    '<html data-cached-at="2026-01-31T09:30:00.000Z" lang="vi">',
  );
});

test.each([
  ['an answer for one person', '/products/5', answer(HTML, undefined, 'no-store')],
  ['a page of money', '/paybox', answer(HTML)],
  ['what is no document', '/products/5', answer('{}', 'application/json')],
])('%s is not cached', async (_name, path, response) => {
  await cachePage(path, response);
  await offline.cacheVisited('/paybox', []);
  expect(pagesOf()).toEqual([]);
});

test('the newest twenty products are cached', async () => {
  for (let id = 1; id <= 22; id++) await cachePage(`/products/${id}`, answer(HTML));
  await cachePage('/products/3', answer(HTML));
  expect(pagesOf()).toHaveLength(20);
  expect(pagesOf().at(-1)).toBe('https://may.example/products/3');
  expect(pagesOf()).not.toContain('https://may.example/products/1');
});

test('a seen product is fetched without cookies, with three pictures, and not again within ten minutes', async () => {
  const shown = [1, 2, 3, 4].map((n) => `https://may.example/media/a${n}/640.webp`);
  await offline.cacheVisited('/products/5', shown);
  await offline.cacheVisited('/products/5', shown);
  expect(answers.mock.calls.map(([url]) => url)).toEqual(['/products/5', ...shown.slice(0, 3)]);
  expect(answers.mock.calls.every(([, init]) => init?.credentials === 'omit')).toBe(true);
  time += 11 * 60_000;
  await offline.cacheVisited('/products/5', shown);
  expect(answers).toHaveBeenCalledTimes(5);
});

test('forgetting deletes pages and pictures, and what is on its way then is not cached', async () => {
  await offline.cacheVisited('/products/5', ['https://may.example/media/a/640.webp']);
  let arrive = (_response: Response) => {};
  answers.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  const late = offline.cacheVisited('/products/6', ['https://may.example/media/b/640.webp']);
  await waitFor(() => expect(answers).toHaveBeenCalledWith('/products/6', expect.anything()));
  await offline.clear();
  arrive(answer(HTML));
  await late;
  expect([pagesOf(), pictures()]).toEqual([[], []]);
});

test('a new build deletes what former builds cached, but not pictures nor caches of others', async () => {
  for (const name of ['may-pages-0', 'may-shell-0', 'may-pictures', 'other']) await caches.open(name);
  await offline.cacheShell(['/offline.html']);
  await offline.clean();
  expect([...stores.keys()].toSorted()).toEqual(['may-pictures', 'may-shell-1', 'other']);
});

test('an offline shell that lacks a file is rejected', async () => {
  answers.mockResolvedValueOnce(new Response('', { status: 404 }));
  await expect(offline.cacheShell(['/offline.html'])).rejects.toThrow('/offline.html answered 404');
});

test('a file of the build is fetched once', async () => {
  const request = { url: 'https://may.example/assets/a.js' } as Request;
  answers.mockResolvedValueOnce(answer('1', 'text/javascript', 'public, immutable'));
  expect(await (await offline.asset(request)).text()).toBe('1');
  expect(await (await offline.asset(request)).text()).toBe('1');
  expect(answers).toHaveBeenCalledTimes(1);
});

test('without a network a picture is shown in whatever width it was cached', async () => {
  await offline.cacheVisited('/products/5', ['https://may.example/media/a/640.webp']);
  answers.mockRejectedValue(new TypeError('Failed to fetch'));
  expect((await offline.picture({ url: 'https://may.example/media/a/320.webp' } as Request)).status).toBe(200);
  await expect(offline.picture({ url: 'https://may.example/media/b/320.webp' } as Request)).rejects.toThrow();
});
