import { Me } from '../../src/contract/accounts/profile.js';
import { Providers } from '../../src/contract/accounts/auth.js';
import { ErrorBody, Id } from '../../src/contract/common.js';
import { Wallet } from '../../src/contract/money/paybox.js';
import {
  SUFFIX,
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

const withAdmin = hasAdmin ? describe : describe.skip;

// Before the shop closes. An administrator deletes the account; without one it closes itself.
afterAll(async () => {
  if (!hasAdmin) return closeAccount(account);
  expect((await call('DELETE', `/auth/users/${account.id}/`, { access: admin })).status).toBe(204);
});
useShop();

beforeAll(async () => {
  account = await register();
  user = account.access;
  if (hasAdmin) admin = await adminAccess();
});

describe('what anybody may read', () => {
  test.each([
    '/auth/providers/',
    '/api/products/',
    '/api/products/?page=1',
    '/api/brands/',
    '/api/category/',
    '/api/colors/',
    '/api/sizes/',
  ])('GET %s answers 200', async (path) => expect((await call('GET', path)).status).toBe(200));

  test('an unknown product is not found', async () => {
    expect((await call('GET', '/api/products/2147483647/')).status).toBe(404);
  });
});

describe.each([
  '/auth/users/me/',
  '/api/favorites/',
  '/api/orders/',
  '/api/paybox/wallet/',
  '/api/paybox/transactions/',
  '/api/paybox/refund-requests/',
])('GET %s', (path) => {
  test('needs a login', async () => {
    const { status, body } = await call('GET', path);
    expect(status).toBe(401);
    ErrorBody.parse(body);
  });
  test('answers a user', async () => expect((await call('GET', path, { access: user })).status).toBe(200));
});

describe.each([
  '/auth/users/',
  '/api/coupons/',
  '/api/reviews/',
  '/api/chat/rooms/',
  '/api/admin/paybox/wallets/',
  '/api/admin/paybox/transactions/',
  '/api/admin/dashboard/?days=30',
])('GET %s', (path) => {
  test('is an administrator’s', async () => {
    expect((await call('GET', path)).status).toBe(401);
    expect((await call('GET', path, { access: user })).status).toBe(403);
  });
  (hasAdmin ? test : test.skip)('answers an administrator (needs SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)', async () =>
    expect((await call('GET', path, { access: admin })).status).toBe(200),
  );
});

test.each([
  ['/auth/jwt/create/', {}],
  ['/auth/users/', { username: 'x', email: 'x', password: 'x' }],
  ['/auth/users/reset_password/', { email: 'x' }],
  ['/api/newsletter/', { email: 'x' }],
  ['/api/ai-search/text/', { text: ' ' }],
])('POST %s refuses a bad body with 400', async (path, body) => {
  expect((await call('POST', path, { body })).status).toBe(400);
});

test.each([
  '/api/coupons/check/',
  '/api/placeorder/',
  '/api/paybox/deposit/',
  '/api/paybox/payment/',
  '/api/favorites/',
])('POST %s needs a login, then a body', async (path) => {
  expect((await call('POST', path, { body: {} })).status).toBe(401);
  expect((await call('POST', path, { access: user, body: {} })).status).toBe(400);
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

withAdmin('with SHOP_ADMIN_USERNAME and SHOP_ADMIN_PASSWORD, an administrator', () => {
  test('renames an account and suspends it; a new e-mail needs the administrator’s password', async () => {
    const { id, username, access } = await register();
    const at = `/auth/users/${id}/`;
    const email = `${username}@example.com`;
    const change = (method: string, body: object) => call(method, at, { access: admin, body });
    expectError(await call('PATCH', at, { access, body: { is_staff: true } }), 403);
    expect((await change('PUT', { username: `${username}-2`, email })).body).toMatchObject({
      username: `${username}-2`,
    });
    expectError(await change('PUT', { username, email: `2-${email}` }), 400);
    expect((await change('PATCH', { is_active: false })).body).toMatchObject({ id, is_active: false });
    expectError(await call('GET', '/auth/users/me/', { access }), 403);
    expect((await change('DELETE', {})).status).toBe(204);
    expectError(await change('PATCH', { is_active: true }), 404);
  });

  test.each(['brands', 'category'])('makes one of /api/%s/, and deleting it removes it', async (list) => {
    const body = new FormData();
    body.set('title', `Kiểm thử ${SUFFIX}`);
    expect((await call('POST', `/api/${list}/`, { access: user, body })).status).toBe(403);
    const made = await call('POST', `/api/${list}/`, { access: admin, body });
    expect(made.status).toBe(201);
    const id = Id.parse((made.body as { id: number }).id);
    expect((await call('POST', `/api/${list}/`, { access: admin, body: {} })).status).toBe(400);
    expect((await call('DELETE', `/api/${list}/${id}/`, { access: admin })).status).toBe(204);
    expect((await call('DELETE', `/api/${list}/${id}/`, { access: admin })).status).toBe(404);
  });
});
