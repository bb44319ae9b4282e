import { AdminUser } from '../../src/contract/accounts/admin-users.js';
import { SignedIn } from '../../src/contract/accounts/auth.js';
import { Detail, pageSchema } from '../../src/contract/common.js';
import { DepositIntent, Wallet } from '../../src/contract/money/paybox.js';
import { Order } from '../../src/contract/orders/orders.js';
import { Placed } from '../../src/contract/orders/placing.js';
import { Goods } from './goods.js';
import {
  ADMIN_PASSWORD,
  PASSWORD,
  SUFFIX,
  adminAccess,
  call,
  confirmCard,
  expectError,
  expectFieldError,
  hasAdmin,
  read,
  register,
  takesTestCards,
  trySignIn,
  useShop,
  type Account,
} from './caller.js';

const withTestCards = takesTestCards ? test : test.skip;
const OWN = { current_password: ADMIN_PASSWORD };

let admin: string;
let goods: Goods | undefined;
const accounts: Account[] = [];

// Before the shop closes. A test may have deleted its account already.
afterAll(async () => {
  await goods?.remove();
  for (const { id } of accounts) expect([204, 404]).toContain((await asAdmin('DELETE', `/auth/users/${id}/`)).status);
});
useShop();

const asAdmin = (method: string, path: string, body?: object) => call(method, path, { access: admin, body });

/** Registers an account that goes at the end. */
async function made(): Promise<Account> {
  const account = await register();
  accounts.push(account);
  return account;
}

(hasAdmin ? describe : describe.skip)('an administrator (needs SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)', () => {
  beforeAll(async () => (admin = await adminAccess()));

  test('reads the accounts, the newest first, by pages with a search and filters', async () => {
    const [first, second] = [await made(), await made()];
    read(await asAdmin('PATCH', `/auth/users/${first.id}/`, { is_active: false }), AdminUser);
    const all = await asAdmin('GET', '/auth/users/');
    const ids = read(all, AdminUser.array()).map(({ id }) => id);
    expect(ids.filter((id) => id === first.id || id === second.id)).toEqual([second.id, first.id]);
    expect(Number(all.headers.get('x-total-count'))).toBeGreaterThanOrEqual(ids.length);
    const pageOf = async (query: string) =>
      read(await asAdmin('GET', `/auth/users/?search=${SUFFIX.toUpperCase()}&${query}`), pageSchema(AdminUser));
    const found = async (query: string) => (await pageOf(query)).results.map(({ id }) => id);
    expect(await pageOf('page=1&page_size=1')).toMatchObject({ count: 2, page: 1, page_size: 1 });
    expect(await found('page=1')).toEqual([second.id, first.id]);
    expect(await found('page=2&page_size=1')).toEqual([first.id]);
    expect(await pageOf('page=9')).toMatchObject({ count: 2, results: [] });
    expect(await found('page=1&is_active=false')).toEqual([first.id]);
    expect(await found('page=1&is_active=true&is_staff=false')).toEqual([second.id]);
    expect(await found('page=1&is_staff=true')).toEqual([]);
  });

  test.each(['page=0', 'page=1&page_size=101', 'page=1&is_active=maybe', 'page=x'])(
    'is refused the accounts of ?%s',
    async (query) => expectError(await asAdmin('GET', `/auth/users/?${query}`), 400),
  );

  test.each(['0', '-1', 'abc', '1e3', '9223372036854775808', '2147483647'])(
    'finds no account with the id %s',
    async (id) => {
      expectError(await asAdmin('PATCH', `/auth/users/${id}/`, { is_active: true }), 404);
      expectError(await asAdmin('DELETE', `/auth/users/${id}/`), 404);
    },
  );

  test('changes an account’s e-mail and password with the own password; a blank one changes nothing', async () => {
    const { id, username, access } = await made();
    const put = (body: object) => asAdmin('PUT', `/auth/users/${id}/`, { username, ...body });
    const email = `moi-${username}@example.com`;
    expectFieldError(await put({ email }), 'current_password');
    expectFieldError(await put({ email, current_password: `sai-${PASSWORD}` }), 'current_password');
    expect(read(await put({ email, password: '', ...OWN }), AdminUser)).toMatchObject({ id, username, email });
    expect((await trySignIn(email)).status).toBe(200);
    expectFieldError(await put({ email, password: `${PASSWORD}-2` }), 'current_password');
    read(await put({ email, password: `${PASSWORD}-2`, ...OWN }), AdminUser);
    expectError(await trySignIn(email), 401);
    expect((await trySignIn(email, `${PASSWORD}-2`)).status).toBe(200);
    expectError(await call('GET', '/auth/users/me/', { access }), 401);
  });

  test('is refused the name and the e-mail of another account', async () => {
    const [one, other] = [await made(), await made()];
    const put = (name: string, mail: string) =>
      asAdmin('PUT', `/auth/users/${one.id}/`, { username: name, email: `${mail}@example.com`, ...OWN });
    expectFieldError(await put(other.username.toUpperCase(), one.username), 'username');
    expectFieldError(await put(one.username, other.username.toUpperCase()), 'email');
  });

  test('locks an account, which may then only read as a visitor, and unlocks it', async () => {
    const { id, username, access } = await made();
    const { refresh } = read(await trySignIn(username), SignedIn);
    const lock = async (is_active: boolean) =>
      expect(read(await asAdmin('PATCH', `/auth/users/${id}/`, { is_active }), AdminUser).is_active).toBe(is_active);
    await lock(false);
    for (const path of ['/auth/users/me/', '/api/orders/', '/api/paybox/wallet/', '/auth/users/'])
      expectError(await call('GET', path, { access }), 403);
    expectError(await trySignIn(username), 403);
    expectError(await trySignIn(username, 'sai-mat-khau'), 401);
    expectError(await call('POST', '/auth/jwt/refresh/', { body: { refresh } }), 401);
    expect((await call('GET', '/api/products/?page=1', { access })).status).toBe(200);
    await lock(true);
    expect((await call('GET', '/auth/users/me/', { access })).status).toBe(200);
    expect((await trySignIn(username)).status).toBe(200);
  });

  test('gives and takes the role with the own password; nobody locks, demotes or deletes themselves', async () => {
    const { id, username, access } = await made();
    const at = `/auth/users/${id}/`;
    expectFieldError(await asAdmin('PATCH', at, { is_staff: true }), 'current_password');
    expect(read(await asAdmin('PATCH', at, { is_staff: true, ...OWN }), AdminUser).is_staff).toBe(true);
    expect(read(await trySignIn(username), SignedIn).isAdmin).toBe(true);
    for (const body of [{ is_active: false }, { is_staff: false, current_password: PASSWORD }])
      expectError(await call('PATCH', at, { access, body }), 409);
    expectError(await call('DELETE', at, { access }), 409);
    expect((await call('GET', '/auth/users/?page=1', { access })).status).toBe(200);
    expectFieldError(await asAdmin('PATCH', at, { is_staff: false }), 'current_password');
    expect(read(await asAdmin('PATCH', at, { is_staff: false, ...OWN }), AdminUser).is_staff).toBe(false);
    expectError(await call('GET', '/auth/users/?page=1', { access }), 403);
  });

  withTestCards(
    'needs test cards: does not delete an account with an open deposit, a balance, or a paid order on its way',
    async () => {
      const { id, username, access } = await made();
      const post = (path: string, body: object) => call('POST', path, { access, body });
      const remove = () => asAdmin('DELETE', `/auth/users/${id}/`);
      const expectBlocked = async (...reasons: object[]) => {
        const refusals = [await remove(), await post('/auth/users/me/close/', { current_password: PASSWORD })];
        for (const refused of refusals) {
          expectError(refused, 409);
          expect(refused.body).toMatchObject({ reasons });
        }
      };
      goods = new Goods();
      await goods.make(admin, `Tài khoản kiểm thử ${SUFFIX}`);
      const cart = {
        orderItems: [{ id: (await goods.product()).id, qty: 1 }],
        shippingAddress: { address: '1 Lê Lợi', city: 'Huế', postalCode: '530000', country: 'Việt Nam' },
        paymentMethod: 'Paybox',
      };
      const { expected } = (await post('/api/placeorder/', { ...cart, totalPrice: 1 })).body as {
        expected: { totalPrice: number };
      };
      const amount = expected.totalPrice;
      const order = read(await post('/api/placeorder/', { ...cart, totalPrice: amount }), Placed, 201).id;

      const deposit = read(await post('/api/paybox/deposit/', { amount }), DepositIntent);
      await expectBlocked({ kind: 'open_payment', amount, order: null });
      await confirmCard(deposit.clientSecret);
      read(await post('/api/paybox/deposit/confirm/', { payment_intent_id: deposit.paymentIntentId }), Wallet);
      await expectBlocked({ kind: 'balance', amount, order: null });
      read(await post('/api/paybox/payment/', { order_id: order }), Detail);
      await expectBlocked({ kind: 'undelivered', order });
      const request = { order_id: order, reason: 'Chật' };
      expect((await post('/api/paybox/refund-request/', request)).status).toBe(201);
      await expectBlocked({ kind: 'refund_pending', order });
      expect((await asAdmin('DELETE', `/api/admin/paybox/refund/${order}/delete/`)).status).toBe(204);
      read(await asAdmin('PATCH', `/api/orders/${order}/`, { isDelivered: true }), Order);

      expect((await remove()).status).toBe(204);
      expectError(await remove(), 404);
      expectError(await trySignIn(username), 401);
      expectError(await call('GET', '/auth/users/me/', { access }), 401);
      // The order stays, without the name of its buyer.
      const kept = await asAdmin('GET', `/api/orders/${order}/`);
      read(kept, Order);
      expect(JSON.stringify(kept.body)).not.toContain(username);
    },
  );
});
