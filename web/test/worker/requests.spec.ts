import { isCacheable, isCacheablePath, treatmentOf } from '../../worker/requests';

const ORIGIN = 'https://may.example';
const ask = (path: string, more: Partial<Request> = {}) =>
  treatmentOf({ method: 'GET', mode: 'cors', destination: '', url: new URL(path, ORIGIN).href, ...more }, ORIGIN);
const open = (path: string, method = 'GET') => ask(path, { mode: 'navigate', destination: 'document', method });

test.each(['/', '/products/5', '/products/5?color=2'])('the service worker may cache %s', (path) => {
  expect(open(path)).toBe('page');
});

test.each([
  ...['/cart', '/shipping', '/payment', '/placeorder', '/orders/5', '/confirmation?id=5', '/paybox', '/profile'],
  ...['/login', '/logout', '/favorites', '/user/chat', '/admin', '/admin/products/5', '/search', '/products/5/x'],
  ...['/products/0', '/products/abc', '/x//products/5', '/Products/5'],
])('%s is never cached', (path) => {
  expect(isCacheablePath(new URL(path, ORIGIN).pathname)).toBe(false);
  expect(open(path)).toBe('document');
});

test('a form that is sent by a document is not cached, but a lost network shows the offline page', () => {
  expect(open('/products/5', 'POST')).toBe('document');
});

test.each([
  ['/api/products/5/', {}],
  ['/api/orders/31/', {}],
  ['/api/admin/orders/31/', {}],
  ['/api/orders/', { method: 'POST' }],
  ['/products/5.data', {}],
  ['/ws/chat/1', {}],
  ['/media/a/640.webp', {}],
  ['/sandbox/stripe/v3/', { mode: 'navigate' as const, method: 'POST' }],
  ['https://js.stripe.com/v3/', { destination: 'script' as const }],
])('the worker leaves %s alone', (path, more) => {
  expect(ask(path, more)).toBe('none');
});

test.each(['/auth/google/callback/?code=a&state=b', '/sandbox/stripe/v3/', '/media/a/640.webp'])(
  'a visit to %s uses its preload: without that the browser sends it twice',
  (path) => {
    expect(open(path)).toBe('backend');
  },
);

test('the files of the offline page come from the shell', () => {
  expect(['/offline.js', '/icons/icon.svg'].map((path) => ask(path))).toEqual(['shell', 'shell']);
});

test('hashed files and pictures of media have caches of their own', () => {
  expect(ask('/assets/a1.js', { destination: 'script' })).toBe('asset');
  expect(ask('/media/a/640.webp', { destination: 'image' })).toBe('picture');
});

const response = (caching: string, more: object = {}) =>
  ({
    status: 200,
    type: 'basic',
    redirected: false,
    headers: new Headers({ 'Cache-Control': caching }),
    ...more,
  }) as Response;

test.each([
  ['the same for everyone', response('no-cache'), true],
  ['of a person', response('no-store'), false],
  ['for one browser', response('private, max-age=5'), false],
  ['an error', response('no-cache', { status: 500 }), false],
  ['a redirect’s end', response('no-cache', { redirected: true }), false],
  ['of another origin', response('', { type: 'opaque' }), false],
])('an answer that is %s: cached?', (_name, answer, expected) => {
  expect(isCacheable(answer)).toBe(expected);
});
