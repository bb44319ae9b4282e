import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRouter as createRemixRouter, type DataStrategyFunction, type Router } from '@remix-run/router';
import { ApiError } from '~/api/http/client';
import { Toaster } from '~/components/feedback/toast';
import { createBrowserHistory, createRouter } from '~/routing/remix-router';
import { ChunkLoadError } from '~/lib/chunk';
import type { HashHistory } from '~/routing/hash/hash-history';
import { keepPage, keepsPage } from '~/routing/loading/keep-page';
import { dismissLoadNotice } from '~/routing/loading/load-notice';
import { until } from '../../../../backend/test/support/until';

const DOWN = new ApiError(0, 'down');
const ALL = ['home', 'cart', 'order'];

/** What each page answers next: its data, or what it throws. */
let answers: Record<string, unknown>;
let loads: string[];
let router: Router;

const answer = (id: string) => () => {
  loads.push(id);
  const next = answers[id];
  if (next instanceof Error || next instanceof Response) throw next;
  return next as string;
};

const loadAll: DataStrategyFunction = async ({ matches }) => {
  const chosen = matches.filter(({ shouldLoad }) => shouldLoad);
  return Object.fromEntries(
    await Promise.all(chosen.map(async (match) => [match.route.id, await match.resolve()] as const)),
  );
};

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  Object.assign(window, { __remixRouteModules: Object.fromEntries(ALL.map((id) => [id, {}])) });
  [answers, loads] = [{ home: 'Trang chủ', cart: 'Giỏ', order: 'Đơn' }, []];
  router = createRouter({
    history: createBrowserHistory(),
    dataStrategy: loadAll,
    hydrationData: { loaderData: { home: 'Trang chủ' } },
    routes: [
      { id: 'home', path: '/', loader: answer('home'), action: answer('home') },
      { id: 'cart', path: '/cart', lazy: async () => ({ loader: answer('cart') }) },
      { id: 'order', path: '/orders/:id', loader: answer('order') },
    ],
  }).initialize();
  render(<Toaster />);
});
afterEach(() => {
  act(dismissLoadNotice);
  router.dispose();
});

const go = (to: string, options: object = {}) => act(() => router.navigate(to, options));
const shown = () => ({
  path: router.state.location.pathname,
  data: router.state.loaderData,
  errors: router.state.errors,
  isIdle: router.state.navigation.state === 'idle',
});
const isIdle = () => act(() => until('the router rests', () => router.state.navigation.state === 'idle'));
const retry = () => screen.findByRole('button', { name: 'Thử lại' });
const HOME = { path: '/', data: { home: 'Trang chủ' }, errors: null, isIdle: true };

test('a failed navigation leaves the page, its data, its key and the address, and its notice repeats it', async () => {
  const { key } = router.state.location;
  answers.cart = DOWN;
  await go('/cart');
  expect(shown()).toEqual(HOME);
  expect(router.state.location.key).toBe(key);
  expect(window.location.hash).toBe('#/');
  expect(screen.getByText('Không tải được')).toBeVisible();

  answers.cart = 'Giỏ';
  await userEvent.click(await retry());
  await isIdle();
  expect(shown()).toEqual({ path: '/cart', data: { cart: 'Giỏ' }, errors: null, isIdle: true });
  expect(screen.queryByText('Không tải được')).toBeNull();
});

test('taking a navigation back loads nothing', async () => {
  answers.cart = DOWN;
  await go('/cart');
  expect(loads).toEqual(['cart']);
});

test('a failed step back returns to the entry that it left, and its notice repeats the step', async () => {
  await go('/cart');
  const { key } = router.state.location;
  answers.home = DOWN;
  act(() => window.history.back());
  await retry();
  await isIdle();
  expect(shown()).toMatchObject({ path: '/cart', data: { cart: 'Giỏ' } });
  expect([router.state.location.key, window.location.hash]).toEqual([key, '#/cart']);

  answers.home = 'Trang chủ';
  await userEvent.click(await retry());
  await act(() => until('the first page shows', () => router.state.location.pathname === '/'));
  expect(shown()).toEqual(HOME);
  await go('/orders/5');
  expect(window.location.hash).toBe('#/orders/5');
});

test('a failed reload keeps the data, and its notice reloads', async () => {
  answers.home = new ApiError(503, 'busy');
  act(() => router.revalidate());
  await isIdle();
  await retry();
  expect(shown()).toEqual(HOME);
  answers.home = 'Trang chủ mới';
  await userEvent.click(await retry());
  await act(() => until('the new data shows', () => router.state.loaderData.home === 'Trang chủ mới'));
});

test('a reload that succeeds does not answer where the visitor wanted to go', async () => {
  answers.cart = DOWN;
  await go('/cart');
  act(() => router.revalidate());
  await isIdle();
  await act(() => until('the page has reloaded', () => loads.includes('home')));
  expect(await retry()).toBeVisible();
  await go('/orders/5');
  expect(screen.queryByText('Không tải được')).toBeNull();
});

describe('a part of the target whose script is missing', () => {
  const missing = new ChunkLoadError('missing');
  const target = { route: { id: 'order' }, shouldLoad: true };

  /** Loads the target as the router does. @returns the paths that were loaded as documents, and what becomes of the navigation */
  function load(error: Error, status: number | null, fetcherKey: string | null = null) {
    sessionStorage.clear();
    Object.assign(window, { __remixManifest: { entry: { module: '/assets/entry.js' }, routes: {} } });
    const answer = status === null ? Promise.reject(new TypeError('Failed to fetch')) : { status };
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => (await answer) as Response);
    const opened: string[] = [];
    const strategy = keepPage(async () => ({ order: { type: 'error' as const, result: error } }), {
      router: () => router,
      history: { returnTo: async () => 0 } as unknown as HashHistory,
      loadRoute: async () => {},
      open: (path) => opened.push(path),
    });
    const request = new Request('http://localhost/orders/5');
    const outcome = strategy({ request, matches: [target], fetcherKey, params: {} } as unknown as Parameters<
      typeof strategy
    >[0]);
    return { opened, outcome };
  }

  test('loads the target as a document', async () => {
    const { opened } = load(missing, 404);
    await until('the document is opened', () => opened.length > 0);
    expect(opened).toEqual(['/orders/5']);
    expect(screen.queryByText('Không tải được')).toBeNull();
  });

  test.each<[string, Error, number | null, string | null]>([
    ['no server answers', missing, null, null],
    ['it only took too long', new ChunkLoadError('timeout'), 200, null],
    ['it is a part of the present page that loads more', missing, 200, 'more'],
  ])('leaves the page when %s', async (_, error, status, fetcherKey) => {
    const { opened, outcome } = load(error, status, fetcherKey);
    await act(() => outcome);
    expect(opened).toEqual([]);
    expect(screen.getByText('Không tải được')).toBeVisible();
  });
});

describe('a page that comes back after its navigation opened a document', () => {
  let opened: string[];
  const comesBack = (persisted: boolean) =>
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted })));

  beforeEach(async () => {
    router.dispose();
    opened = [];
    const history = createBrowserHistory();
    const open = (path: string) => void opened.push(path);
    router = createRemixRouter({
      history,
      dataStrategy: keepPage(loadAll, { router: () => router, history, loadRoute: async () => {}, open }),
      hydrationData: { loaderData: { home: 'Trang chủ' } },
      routes: [
        { id: 'home', path: '/', loader: answer('home') },
        { id: 'order', path: '/orders/:id', loader: answer('order') },
      ],
    }).initialize();
    Object.assign(window, { __remixManifest: { entry: { module: '/assets/entry.js' }, routes: {} } });
    jest.spyOn(globalThis, 'fetch').mockResolvedValue({ status: 404 } as Response);
    answers.order = new ChunkLoadError('missing');
    act(() => void router.navigate('/orders/5'));
    await until('the document is opened', () => opened.length > 0);
  });

  test('waits until then', () => {
    comesBack(false);
    expect(shown()).toEqual({ ...HOME, isIdle: false });
  });

  test('rests where the navigation began, without a notice', async () => {
    const { key } = router.state.location;
    comesBack(true);
    await isIdle();
    expect(shown()).toEqual(HOME);
    expect([router.state.location.key, window.location.hash]).toEqual([key, '#/']);
    expect(screen.queryByText('Không tải được')).toBeNull();
  });

  test('stays there when its data is loaded again', async () => {
    comesBack(true);
    await isIdle();
    act(() => router.revalidate());
    await isIdle();
    expect(shown()).toEqual(HOME);
    expect(opened).toEqual(['/orders/5']);
  });

  test('keeps a navigation that has taken its place', async () => {
    answers.order = 'Đơn';
    await go('/orders/6');
    comesBack(true);
    await isIdle();
    expect(shown().path).toBe('/orders/6');
    expect(loads.filter((id) => id === 'home')).toEqual([]);
  });
});

test('a form that does not reach the server stays on its page', async () => {
  answers.home = DOWN;
  await go('/?index', { formMethod: 'post', formData: new FormData() });
  await isIdle();
  expect(shown()).toMatchObject({ path: '/', errors: null, data: { home: 'Trang chủ' } });
  expect(screen.getByText(/^Chưa gửi được/)).toBeVisible();
});

test('a refusal by the server is shown as an error page', async () => {
  answers.order = new Response('Không tìm thấy đơn hàng.', { status: 404 });
  await go('/orders/5');
  expect(shown()).toMatchObject({ path: '/orders/5', errors: { order: { status: 404 } } });
  expect(screen.queryByText('Không tải được')).toBeNull();
});

test('a mistake in a page is shown as a crash', async () => {
  answers.cart = new TypeError('x is undefined');
  await go('/cart');
  expect(shown()).toMatchObject({ path: '/cart', errors: { cart: answers.cart } });
});

test('an error page that is there stays, with its error, when the way out fails', async () => {
  answers.order = new Response('Không tìm thấy đơn hàng.', { status: 404 });
  await go('/orders/5');
  const before = shown();
  answers.cart = DOWN;
  await go('/cart');
  expect(shown()).toEqual(before);
});

test('a redirect goes before a failure', async () => {
  answers.order = new Response(null, { status: 302, headers: { Location: '/cart' } });
  await go('/orders/5');
  await isIdle();
  expect(shown().path).toBe('/cart');
});

test('a client loader gives way to the standing page for what passes, not for what may last', () => {
  expect([0, 503, 500, 404].map((status) => keepsPage(new ApiError(status, '')))).toEqual([true, true, false, false]);
});

describe('a chunk that is missing', () => {
  const assign = jest.fn();
  beforeEach(() => {
    assign.mockReset();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false); // one attempt
    const modules = window.__remixRouteModules as Record<string, unknown>;
    delete modules.cart;
    const routes = { cart: { module: '/assets/none.js' } };
    Object.assign(window, { __remixManifest: { routes } });
  });

  test('keeps the page, and its notice tries again', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await go('/cart');
    expect(shown()).toEqual(HOME);
    Object.assign(window.__remixRouteModules, { cart: {} });
    await userEvent.click(await retry());
    await isIdle();
    expect(shown().path).toBe('/cart');
  });
});
