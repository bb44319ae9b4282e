import { localPath, loginPath } from '~/routing/local-path';

test.each([
  ['/paybox', '/paybox'],
  ['shipping', '/shipping'],
  ['/orders/5?tab=refund#reason', '/orders/5?tab=refund#reason'],
  ['/#/orders/5?tab=1', '/orders/5?tab=1'],
  ['/search?keyword=%C3%A1o', '/search?keyword=%C3%A1o'],
  ['/search?next=https://evil.example', '/search?next=https://evil.example'],
])('%s is a path of this shop', (wanted, path) => {
  expect(localPath(wanted)).toBe(path);
});

test.each([
  null,
  undefined,
  '',
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\t//evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'https:evil.example',
  'https://shop.invalid@evil.example',
  'https://user@shop.invalid/x',
  '/#//evil.example',
  '/#/\\evil.example',
  'http://[',
])('%j is not a path of this shop and falls back to the home page', (wanted) => {
  expect(localPath(wanted)).toBe('/');
  expect(localPath(wanted, '/profile')).toBe('/profile');
});

test('a redirect to sign-in, sign-out or registration falls back to the home page', () => {
  for (const path of ['/login', '/login?redirect=/login', '/logout', '/register/', '/#/logout']) {
    expect(localPath(path)).toBe('/');
  }
});

test('the sign-in path carries the page to return to', () => {
  expect(loginPath('/paybox')).toBe('/login?redirect=/paybox');
  expect(loginPath('/orders/5?a=1&b=2')).toBe('/login?redirect=/orders/5%3Fa%3D1%26b%3D2');
  expect(loginPath('/')).toBe('/login');
  expect(loginPath('//evil.example')).toBe('/login');
});
