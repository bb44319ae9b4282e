import { Action, type History } from '@remix-run/router';
import { createHashHistory } from '~/routing/hash/hash-history';

/** What the server was asked for, and the entry's state as an earlier visit left it. */
function arriveAt(address: string, state: unknown = null): History {
  window.history.replaceState(state, '', address);
  return createHashHistory();
}

const shown = () => window.location.pathname + window.location.search + window.location.hash;
const pathOf = ({ location }: Pick<History, 'location'>) => location.pathname + location.search + location.hash;

type Update = Parameters<Parameters<History['listen']>[0]>[0];

/** The next time the visitor goes back, forward or types a hash. */
const nextUpdate = (history: History) =>
  new Promise<Update>((resolve) => {
    const stop = history.listen((update) => {
      stop();
      resolve(update);
    });
  });

test.each([
  ['/', '/#/', '/'],
  ['/products/5', '/#/products/5', '/products/5'],
  ['/search?keyword=%C3%A1o&page=2', '/#/search?keyword=%C3%A1o&page=2', '/search?keyword=%C3%A1o&page=2'],
  ['/products/5#reviews', '/#/products/5#reviews', '/products/5#reviews'],
])('a page rendered at %s shows %s in the address bar and %s to the router', (address, bar, path) => {
  const history = arriveAt(address);
  expect(shown()).toBe(bar);
  expect(pathOf(history)).toBe(path);
  expect(history.action).toBe(Action.Pop);
});

test('the rendered page wins over a hash in its URL', () => {
  const history = arriveAt('/search#/products/5#reviews');
  expect(pathOf(history)).toBe('/search#reviews');
});

test('navigating writes the hash, keeps state and key, and loads no document', () => {
  const history = arriveAt('/');
  history.push('/search?price=2', { from: 'home' });
  expect(shown()).toBe('/#/search?price=2');
  expect(history.location).toMatchObject({ pathname: '/search', search: '?price=2', state: { from: 'home' } });
  expect(history.location.key).toMatch(/^[a-z0-9]+$/);
  const { length } = window.history;
  history.replace({ pathname: '/cart' });
  expect(shown()).toBe('/#/cart');
  expect(window.history.length).toBe(length);
  expect(history.action).toBe(Action.Replace);
});

test('a target without a path stays on the page', () => {
  const history = arriveAt('/products/5');
  history.push({ search: '?color=2' });
  expect(pathOf(history)).toBe('/products/5?color=2');
});

test('back and forward report their distance, so that a blocked navigation can be undone', async () => {
  const history = arriveAt('/');
  history.push('/search');
  history.push('/products/5', { scroll: 1 });

  let update = nextUpdate(history);
  history.go(-2);
  expect(await update).toMatchObject({ action: Action.Pop, delta: -2, location: { pathname: '/' } });
  expect(shown()).toBe('/#/');

  update = nextUpdate(history);
  history.go(2);
  expect(await update).toMatchObject({ delta: 2, location: { pathname: '/products/5', state: { scroll: 1 } } });
});

test('a typed hash path navigates forward; any other hash is an anchor in the page', async () => {
  const history = arriveAt('/search');
  let update = nextUpdate(history);
  window.location.hash = '#/products/7?color=1';
  expect(await update).toMatchObject({ delta: 1, location: { pathname: '/products/7', search: '?color=1' } });

  update = nextUpdate(history);
  window.location.hash = '#reviews';
  expect(await update).toMatchObject({ location: { pathname: '/products/7', hash: '#reviews' } });
  expect(shown()).toBe('/#/products/7?color=1#reviews');
});

test('a hash typed during hydration is not lost', async () => {
  const history = arriveAt('/');
  window.history.pushState(null, '', '#/search?keyword=áo');
  expect((await nextUpdate(history)).location).toMatchObject({ pathname: '/search', search: '?keyword=%C3%A1o' });
});

test.each(['#//evil.example', '#/\\evil.example'])('%s names another host and is ignored', async (hash) => {
  const history = arriveAt('/search');
  const update = nextUpdate(history);
  window.location.hash = hash;
  expect((await update).location.pathname).toBe('/search');
});

test("a reload keeps the entry's index, key and state", () => {
  const history = arriveAt('/cart', { usr: { from: 'x' }, key: 'k1', idx: 4 });
  expect(history.location).toMatchObject({ key: 'k1', state: { from: 'x' } });
  history.push('/login');
  expect(window.history.state).toMatchObject({ idx: 5 });
});

test('links have real paths for the server’s HTML, new tabs and crawlers', () => {
  const history = arriveAt('/');
  expect(history.createHref('/products/5')).toBe('/products/5');
  expect(history.createHref({ pathname: '/search', search: '?page=2', hash: '' })).toBe('/search?page=2');
  expect(history.createURL('/cart').href).toBe(`${window.location.origin}/cart`);
  expect(history.encodeLocation('/search?keyword=áo')).toEqual({
    pathname: '/search',
    search: '?keyword=%C3%A1o',
    hash: '',
  });
});
