import { kindOf } from '../../src/common/call.js';

test.each([
  ['POST', '/api/ai-search/text/', 'search'],
  ['POST', '/api/AI-Search/text', 'search'],
  ['GET', '/api/products/?keyword=a', 'search'],
  ['GET', '/api/products?page=2&keyword=a', 'search'],
  ['GET', '/API/Products/?%6beyword=a', 'search'],
  ['GET', '/api/products/?page=2', 'read'],
  ['GET', '/api/products/5/?keyword=a', 'read'],
  ['POST', '/api/PlaceOrder/', 'payment'],
  ['POST', '/api/orders/5/pay', 'payment'],
  ['POST', '/api/stripe-webhook/', 'payment'],
  ['GET', '/api/paybox/wallet/', 'read'],
  ['POST', '/api/coupons/check/', 'write'],
  ['GET', '/readyz', 'health'],
])('%s %s is of the kind %s, however it is written', (method, url, kind) => {
  expect(kindOf(method, url)).toBe(kind);
});
