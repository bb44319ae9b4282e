import { call, closeAccount, expectError, register, useShop, type Account } from './caller.js';

let account: Account;
let user: string;

// Before the shop closes.
afterAll(async () => {
  if (account) await closeAccount(account);
});
useShop();

beforeAll(async () => {
  account = await register();
  user = account.access;
});

/** An id that no row has: a call that wrongly gets past the rights finds nothing. */
const NONE = 2_147_483_647;
const LISTS = ['/api/brands/', '/api/category/', '/api/colors/', '/api/sizes/', '/api/coupons/', '/api/products/'];

describe.each([
  ['PATCH', '/auth/users/me/'],
  ['POST', '/auth/users/me/close/'],
  ['POST', '/auth/users/set_password/'],
  ['POST', '/auth/users/avatar/'],
  ['POST', `/api/products/${NONE}/reviews/`],
  ['DELETE', '/api/favorites/'],
  ['POST', `/api/orders/${NONE}/cancel/`],
  ['POST', `/api/orders/${NONE}/pay/`],
  ['POST', '/api/stripe-payment/'],
  ['POST', '/api/paybox/deposit/confirm/'],
  ['POST', '/api/paybox/refund-request/'],
  ['GET', `/api/orders/${NONE}/`],
  ['GET', `/api/chat/messages/1_${NONE}/`],
])('%s %s', (method, path) => {
  test('needs a login', async () => expectError(await call(method, path), 401));
});

describe.each([
  ['PUT', `/auth/users/${NONE}/`],
  ['PATCH', `/auth/users/${NONE}/`],
  ['DELETE', `/auth/users/${NONE}/`],
  ...LISTS.flatMap((list) => [
    ['POST', list],
    ['PUT', `${list}${NONE}/`],
    ['DELETE', `${list}${NONE}/`],
  ]),
  ['POST', '/api/product-variants/'],
  ['DELETE', `/api/product-variants/${NONE}/`],
  ['PUT', `/api/products/${NONE}/variants/`],
  ['PUT', `/api/products/${NONE}/reviews/${NONE}/`],
  ['DELETE', `/api/products/${NONE}/reviews/${NONE}/`],
  ['PATCH', `/api/orders/${NONE}/`],
  ['POST', `/api/admin/paybox/refund/${NONE}/approve/`],
  ['DELETE', `/api/admin/paybox/refund/${NONE}/reject/`],
  ['DELETE', `/api/admin/paybox/refund/${NONE}/delete/`],
  ['POST', `/api/admin/orders/${NONE}/refund/`],
  ['PATCH', `/api/admin/paybox/wallets/${NONE}/`],
  ['PUT', '/api/settings/'],
] as [string, string][])('%s %s', (method, path) => {
  test('is an administrator’s', async () => {
    expectError(await call(method, path), 401);
    expectError(await call(method, path, { access: user }), 403);
  });
});

test.each([
  ['POST', `/api/orders/${NONE}/cancel/`, {}],
  ['POST', `/api/orders/${NONE}/pay/`, { payment_intent: 'pi_khong_co' }],
  ['POST', '/api/stripe-payment/', { order: NONE }],
  ['POST', '/api/paybox/deposit/confirm/', { payment_intent_id: 'pi_khong_co' }],
  ['POST', '/api/paybox/payment/', { order_id: NONE }],
  ['POST', '/api/paybox/refund-request/', { order_id: NONE, reason: 'Chật' }],
  ['POST', '/api/favorites/', { product_id: NONE }],
  ['GET', `/api/orders/${NONE}/`, undefined],
])('%s %s of what does not exist answers 404', async (method, path, body) => {
  expectError(await call(method, path, { access: user, ...(body && { body }) }), 404);
});

test('a path answers the same without its last slash, and what needs a login is stored nowhere', async () => {
  const [one, other] = [
    await call('GET', '/auth/users/me/', { access: user }),
    await call('GET', '/auth/users/me', { access: user }),
  ];
  expect([other.status, other.body]).toEqual([200, one.body]);
  expect(one.headers.get('cache-control')).toContain('no-store');
});
