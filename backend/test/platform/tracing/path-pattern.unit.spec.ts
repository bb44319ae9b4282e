import { isTraced, pathPattern } from '../../../src/platform/tracing/path-pattern.js';

test.each([
  ['/api/orders/123/pay/', '/api/orders/{}/pay/'],
  ['/api/products/?keyword=Nguyen+Van+A', '/api/products/'],
  ['/api/users/mai@example.com/', '/api/users/{}/'],
  ['/api/users/mai%40example.com/', '/api/users/{}/'],
  ['/auth/activate/Zm9vYmFy/c3RhdGU-x1', '/auth/activate/{}/{}'],
  [`/api/${'abcdef'.repeat(8)}/`, '/api/{}/'],
  ['/', '/'],
  ['', ''],
])('%s is %s in a span', (url, pattern) => {
  expect(pathPattern(url)).toBe(pattern);
});

test.each(['/media/a/b.webp', '/healthz', '/readyz?x', '/metrics', '/internal/catalog-events'])(
  '%s is not traced',
  (url) => expect(isTraced(url)).toBe(false),
);

test('pages and calls are traced', () => {
  expect(['/', '/api/products/', '/mediathek', '/auth/users/'].map(isTraced)).toEqual([true, true, true, true]);
});
