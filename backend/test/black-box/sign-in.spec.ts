import { Registered, SignedIn, Tokens } from '../../src/contract/accounts/auth.js';
import { until } from '../support/until.js';
import {
  PASSWORD,
  SUFFIX,
  call,
  closeAccount,
  expectError,
  expectFieldError,
  read,
  register,
  signIn,
  trySignIn,
  useShop,
  type Account,
} from './caller.js';

let user: Account;
const others: Account[] = [];

// Before the shop closes.
afterAll(async () => {
  for (const account of [user, ...others]) if (account) await closeAccount(account);
});
useShop();
beforeAll(async () => (user = await register()));

const asUser = (method: string, path: string, body?: object) => call(method, path, { access: user.access, body });
const login = async () => read(await trySignIn(user.username), SignedIn);
const refresh = (token: string) => call('POST', '/auth/jwt/refresh/', { body: { refresh: token } });
const signOut = (token: string) => call('POST', '/auth/jwt/logout/', { body: { refresh: token } });
const wish = (changes: object = {}) => ({
  username: `kiem-thu-${SUFFIX}`,
  email: `kiem-thu-${SUFFIX}@example.com`,
  password: PASSWORD,
  ...changes,
});
const registration = (changes: object) => call('POST', '/auth/users/', { body: wish(changes) });

describe('registering', () => {
  test.each([
    ['a user name of two letters', 'username', { username: 'ab' }],
    ['a user name with a space', 'username', { username: 'kiểm thử' }],
    ['a user name of 151 letters', 'username', { username: 'a'.repeat(151) }],
    ['a user name that is another e-mail', 'username', { username: `khac-${SUFFIX}@example.com` }],
    ['no e-mail', 'email', { email: 'kiem-thu' }],
    ['a password of five letters', 'password', { password: 'x7-kq' }],
    ['a password of 129 letters', 'password', { password: 'x7-k'.repeat(33) }],
    ['another repeated password', 're_password', { re_password: `${PASSWORD}-2` }],
  ])('with %s answers 400 naming %s', async (_what, field, changes) => {
    expectFieldError(await registration(changes), field);
  });

  test('a user name and an e-mail are taken once, whatever the case', async () => {
    const { username } = user;
    expectFieldError(await registration({ username: username.toUpperCase() }), 'username');
    expectFieldError(await registration({ email: `${username}@EXAMPLE.com` }), 'email');
  });

  test('a user name may have letters of any alphabet, and no field of the body gives rights', async () => {
    const rights = { isAdmin: true, is_staff: true, is_active: false, balance: 1_000 };
    const username = `Người-Thử-${SUFFIX}`;
    const made = await registration({ username, re_password: PASSWORD, ...rights });
    expect(made.body).toEqual({ ...read(made, Registered, 201), username, email: wish().email });
    const { access, isAdmin } = read(await trySignIn(username.toUpperCase()), SignedIn);
    others.push({ ...read(made, Registered, 201), access });
    expect(isAdmin).toBe(false);
    const wallet = await call('GET', '/api/paybox/wallet/', { access });
    expect(wallet.body).toMatchObject({ balance: 0, is_active: true });
  });
});

describe('signing in', () => {
  test('takes the user name or the e-mail, whatever the case', async () => {
    const { username } = user;
    for (const name of [username, username.toUpperCase(), `${username}@example.com`, `${username}@Example.COM`]) {
      expect(read(await trySignIn(name), SignedIn).isAdmin).toBe(false);
    }
  });

  test('answers a wrong password as it answers an unknown user', async () => {
    const [wrong, unknown] = [await trySignIn(user.username, 'sai-mat-khau'), await trySignIn(`khong-co-${SUFFIX}`)];
    expectError(wrong, 401);
    expect(wrong.body).toMatchObject({ detail: 'Tên đăng nhập hoặc mật khẩu không đúng' });
    expect([unknown.status, unknown.body]).toEqual([401, wrong.body]);
  });

  test.each(['', 'JWT', 'JWT abc.def.ghi', 'Bearer abc.def.ghi'])(
    'a call with the credential "%s" is refused with 401 where it needs a login, and anonymous elsewhere',
    async (Authorization) => {
      const headers = { Authorization };
      const refused = await call('GET', '/auth/users/me/', { headers });
      expectError(refused, 401);
      expect(refused.headers.get('www-authenticate')).toBe('JWT');
      expect((await call('GET', '/api/brands/', { headers })).status).toBe(200);
    },
  );
});

describe('a login', () => {
  test('gets other tokens for its refresh token, which two tabs may send at once', async () => {
    const first = await login();
    const renewed = read(await refresh(first.refresh), Tokens);
    expect(renewed.refresh).not.toBe(first.refresh);
    read(await refresh(first.refresh), Tokens);
    expect((await call('GET', '/auth/users/me/', { access: renewed.access })).status).toBe(200);
    expectError(await refresh(renewed.access), 401);
    expectError(await refresh('abc.def.ghi'), 401);
    expectFieldError(await call('POST', '/auth/jwt/refresh/', { body: {} }), 'refresh');
  });

  test('ends with signing out, and no other one with it', async () => {
    const [here, elsewhere] = [await login(), await login()];
    const renewed = read(await refresh(here.refresh), Tokens);
    expect((await signOut(renewed.refresh)).status).toBe(204);
    for (const token of [here.refresh, renewed.refresh]) expectError(await refresh(token), 401);
    await until(
      'the access token is refused',
      async () => (await call('GET', '/auth/users/me/', { access: renewed.access })).status === 401,
    );
    read(await refresh(elsewhere.refresh), Tokens);
  });
});

describe('a password', () => {
  const change = (body: object) => asUser('POST', '/auth/users/set_password/', body);

  test('changes with the current one, and ends every other login', async () => {
    const next = `${PASSWORD}-2`;
    const elsewhere = await login();
    expectFieldError(await change({ current_password: 'sai-mat-khau', password: next }), 'current_password');
    expectFieldError(await change({ password: next }), 'current_password');
    expectFieldError(await change({ current_password: PASSWORD, password: '12345' }), 'password');
    expect((await change({ current_password: PASSWORD, password: next })).status).toBe(204);
    expectError(await trySignIn(user.username), 401);
    expectError(await refresh(elsewhere.refresh), 401);
    await signIn(user.username, next);
    // `new_password` is read too, by the login that made the change.
    expect((await change({ current_password: next, new_password: PASSWORD })).status).toBe(204);
    await signIn(user.username, PASSWORD);
  });

  test('is reset by mail; the answer does not tell whether an address is known', async () => {
    const ask = (email: string) => call('POST', '/auth/users/reset_password/', { body: { email } });
    const [known, unknown] = [await ask(`${user.username}@example.com`), await ask(`khong-co-${SUFFIX}@example.com`)];
    expect([known.status, known.body]).toEqual([204, '']);
    expect([unknown.status, unknown.body]).toEqual([204, '']);
    await signIn(user.username, PASSWORD);
  });

  test.each([
    ['a wrong token', 'token', () => ({ uid: String(user.id), token: 'sai' })],
    ['an unknown user', 'token', () => ({ uid: 'MQ', token: 'sai' })],
    ['no token', 'token', () => ({ uid: String(user.id) })],
    ['a short password', 'new_password', () => ({ uid: String(user.id), token: 'sai', new_password: '12345' })],
  ])('is not reset with %s: 400 naming %s', async (_what, field, body) => {
    const sent = { new_password: `${PASSWORD}-3`, ...body() };
    expectFieldError(await call('POST', '/auth/users/reset_password_confirm/', { body: sent }), field);
  });
});
