import { kindOf } from '../../../src/platform/overload/call.js';

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
  ['POST', '/api/orders/5/cancel/', 'payment'],
  ['POST', '/api/stripe-payment/?a', 'payment'],
  ['POST', '/api/stripe-webhook', 'payment'],
  ['POST', '/api/paybox/refund-request/', 'payment'],
  ['POST', '/api/admin/paybox/refund/5/approve/', 'payment'],
  ['DELETE', '/api/admin/paybox/refund/5/reject/', 'payment'],
  ['POST', '/api/admin/orders/5/refund/', 'payment'],
  ['POST', '/sandbox/stripe/v1/payment_intents/pi_1/confirm', 'payment'],
  ['POST', '/api/orders/5/payments/', 'write'],
  ['PATCH', '/api/admin/paybox/wallets/5/', 'write'],
  ['GET', '/api/paybox/wallet/', 'read'],
  ['POST', '/api/coupons/check/', 'write'],
  ['GET', '/readyz', 'health'],
  ['GET', '/internal/catalog-events', 'health'],
  ['GET', '/internal/assets/x.js', 'read'],
])('%s %s is of the kind %s, however it is written', (method, url, kind) => {
  expect(kindOf(method, url)).toBe(kind);
});
