import { isGone, isReachable, loadingThrough, reloadOnce } from '~/routing/loading/route-chunks';

test('a page is loaded as a document once a minute for its missing chunk', () => {
  const open = jest.fn();
  expect(reloadOnce('/cart', open, 1_000)).toBe(true);
  expect(reloadOnce('/cart', open, 60_000)).toBe(false);
  expect(reloadOnce('/search', open, 60_000)).toBe(true);
  expect(reloadOnce('/cart', open, 60_001)).toBe(true);
  expect(open.mock.calls).toEqual([['/cart'], ['/search'], ['/cart']]);
});

test('without session storage, nothing is reloaded', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('QuotaExceededError');
  });
  const open = jest.fn();
  expect(reloadOnce('/cart', open)).toBe(false);
  expect(open).not.toHaveBeenCalled();
});

test.each([
  ['answered 404', async () => new Response(null, { status: 404 }), true],
  ['answered 200', async () => new Response(null, { status: 200 }), false],
  ['not answered', async () => Promise.reject(new TypeError('Failed to fetch')), false],
])('a chunk that is %s: gone?', async (_name, answer, expected) => {
  Object.assign(window, { __remixManifest: { routes: { cart: { module: '/assets/a.js' } } } });
  jest.spyOn(globalThis, 'fetch').mockImplementation(answer);
  expect(await isGone('cart')).toBe(expected);
});

test.each([
  ['answers', async () => new Response(null, { status: 404 }), true],
  ['fails', async () => new Response(null, { status: 503 }), false],
  ['is not there', async () => Promise.reject(new TypeError('Failed to fetch')), false],
])('a server that %s: reachable?', async (_name, answer, expected) => {
  Object.assign(window, { __remixManifest: { entry: { module: '/assets/entry.js' }, routes: {} } });
  jest.spyOn(globalThis, 'fetch').mockImplementation(answer);
  expect(await isReachable()).toBe(expected);
});

test('the code of a page is loaded before Remix asks for it, at every depth', async () => {
  const calls: string[] = [];
  const lazy = (id: string) => async () => (calls.push(`remix ${id}`), { loader: true as const });
  const routes = [{ id: 'a', lazy: lazy('a'), children: [{ id: 'b', lazy: lazy('b') }, { id: 'c' }] }];
  const [a] = loadingThrough(routes, async (id) => calls.push(`own ${id}`));
  await a!.lazy!();
  await a!.children![0]!.lazy!();
  expect(calls).toEqual(['own a', 'remix a', 'own b', 'remix b']);
  expect(a!.children![1]!.lazy).toBeUndefined();
});
