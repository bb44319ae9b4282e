import { Me } from '../../src/contract/accounts/profile.js';
import { Providers } from '../../src/contract/accounts/auth.js';
import { Wallet } from '../../src/contract/money/paybox.js';
import {
  adminAccess,
  call,
  closeAccount,
  expectError,
  hasAdmin,
  read,
  register,
  useShop,
  type Account,
} from './caller.js';

let account: Account;
let user: string;
let admin: string;

// Before the shop closes.
afterAll(async () => {
  if (account) await closeAccount(account);
});
useShop();

beforeAll(async () => {
  account = await register();
  user = account.access;
  if (hasAdmin) admin = await adminAccess();
});

/** An id that no row has: a call that wrongly gets past the rights finds nothing. */
const NONE = 2_147_483_647;
const LISTS = ['/api/brands/', '/api/category/', '/api/colors/', '/api/sizes/', '/api/coupons/', '/api/products/'];
const OWN_READS = [
  '/auth/users/me/',
  '/api/favorites/',
  '/api/orders/',
  '/api/paybox/wallet/',
  '/api/paybox/transactions/',
  '/api/paybox/refund-requests/',
];
const ADMIN_READS = [
  '/auth/users/',
  '/api/coupons/',
  '/api/reviews/',
  '/api/chat/rooms/',
  '/api/admin/paybox/wallets/',
  '/api/admin/paybox/transactions/',
  '/api/admin/dashboard/?days=30',
];
const OWN_CALLS = [
  '/api/coupons/check/',
  '/api/placeorder/',
  '/api/paybox/deposit/',
  '/api/paybox/payment/',
  '/api/favorites/',
];
const gets = (paths: string[]) => paths.map((path) => ['GET', path]);

test.each([
  ...gets(OWN_READS),
  ...OWN_CALLS.map((path) => ['POST', path]),
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
] as [string, string][])('%s %s needs a login', async (method, path) => expectError(await call(method, path), 401));

test.each([
  ...gets(ADMIN_READS),
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
] as [string, string][])('%s %s is an administrator’s', async (method, path) => {
  expectError(await call(method, path), 401);
  expectError(await call(method, path, { access: user }), 403);
});

test.each(OWN_READS)('GET %s answers a user', async (path) => {
  expect((await call('GET', path, { access: user })).status).toBe(200);
});

(hasAdmin ? test : test.skip).each(ADMIN_READS)(
  'GET %s answers an administrator (needs SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)',
  async (path) => expect((await call('GET', path, { access: admin })).status).toBe(200),
);

test.each(OWN_CALLS)('POST %s of a user needs a body', async (path) => {
  expectError(await call('POST', path, { access: user, body: {} }), 400);
});

test.each([
  ['/auth/jwt/create/', {}],
  ['/auth/users/', { username: 'x', email: 'x', password: 'x' }],
  ['/auth/users/reset_password/', { email: 'x' }],
  ['/api/newsletter/', { email: 'x' }],
])('POST %s refuses a bad body with 400', async (path, body) => {
  expectError(await call('POST', path, { body }), 400);
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

test.each([
  ['no signature', {}],
  ['a wrong signature', { 'Stripe-Signature': 't=1,v1=00' }],
])('the payment webhook refuses an event with %s', async (_what, headers) => {
  const body = { id: 'evt_1', type: 'payment_intent.succeeded', data: {} };
  expectError(await call('POST', '/api/stripe-webhook/', { body, headers }), 400);
});

test.each(['google', 'facebook'] as const)('a sign-in by %s starts there, or is not offered', async (provider) => {
  const offered = read(await call('GET', '/auth/providers/'), Providers)[provider];
  const started = await call('GET', `/auth/${provider}/`);
  expect(started.status).toBe(offered ? 302 : 404);
  // A callback that no sign-in has started lets nobody in.
  const { headers } = await call('GET', `/auth/${provider}/callback/?code=x&state=x`);
  expect(headers.getSetCookie().join()).not.toContain('social_login=ey');
  expect((await call('POST', '/auth/jwt/social/')).status).toBe(401);
});

test('a new account has its profile and an empty wallet', async () => {
  const { username } = account;
  const me = read(await call('GET', '/auth/users/me/', { access: user }), Me);
  expect(me).toMatchObject({ username, email: `${username}@example.com` });
  expect(Wallet.parse((await call('GET', '/api/paybox/wallet/', { access: user })).body).balance).toBe(0);
});

test('a path answers the same without its last slash, and what needs a login is stored nowhere', async () => {
  const [one, other] = [
    await call('GET', '/auth/users/me/', { access: user }),
    await call('GET', '/auth/users/me', { access: user }),
  ];
  expect([other.status, other.body]).toEqual([200, one.body]);
  expect(one.headers.get('cache-control')).toContain('no-store');
});
