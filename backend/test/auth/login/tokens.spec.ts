import { JwtService } from '@nestjs/jwt';
import { SignedIn, Tokens } from '../../../src/contract/accounts/auth.js';
import { revokeLogins } from '../../../src/auth/login/login-writes.js';
import { LoginRateLimiter } from '../../../src/auth/login/login-rate-limiter.js';
import { RateLimits } from '../../../src/platform/rate-limits/rate-limits.js';
import { Client, answer, openShop, shop, visitor } from '../../support/client.js';
import { passTime } from '../../support/clock.js';
import { given, times } from '../../support/given.js';
import { untilLockWaits } from '../../support/locks/lock-waits.js';

openShop();

const signIn = async () =>
  answer(await visitor().post('/auth/jwt/create/', { username: 'admin', password: 'admin123' }), SignedIn);
const refreshed = (refresh: unknown) => visitor().post('/auth/jwt/refresh/', { refresh });
const loginOf = (token: string) => shop().app.get(JwtService).decode<{ login: string }>(token).login;
const countTokens = async (login: string) => {
  const [row]: { count: number }[] = await shop().db.query(
    'SELECT count(*)::integer AS count FROM refresh_tokens WHERE login_id = $1',
    [login],
  );
  return row?.count;
};
const me = (access: string) => new Client(access).get('/auth/users/me/');

test.each<[string, string, object]>([
  ['the password changes', '/auth/users/set_password/', { new_password: 'mat-khau-moi-1' }],
  ['the account is closed', '/auth/users/me/close/', {}],
])('a sign-in under way ends with 401 when %s', async (_what, path, body) => {
  const owner = await given.shopper({ password: 'mat-khau-1' });
  const loginLimiter = shop().app.get(LoginRateLimiter);
  const { afterSignIn } = loginLimiter;
  jest.spyOn(loginLimiter, 'afterSignIn').mockImplementationOnce(async (...args) => {
    await afterSignIn.apply(loginLimiter, args);
    expect((await owner.post(path, { current_password: 'mat-khau-1', ...body })).status).toBe(204);
  });
  const late = await visitor().post('/auth/jwt/create/', { username: owner.username, password: 'mat-khau-1' });
  expect([late.status, late.body.detail]).toEqual([401, 'Tên đăng nhập hoặc mật khẩu không đúng']);
});

describe('a login', () => {
  test('refreshes its tokens sixty times in ten minutes, whichever tokens it sends; other logins go on', async () => {
    const first = await signIn();
    const other = await signIn();
    const limits = shop().app.get(RateLimits);
    await times(59, () => limits.consume('tokenRefreshPerLogin', loginOf(first.access)));
    const second = answer(await refreshed(first.refresh), Tokens);
    const refused = await refreshed(second.refresh);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600);
    expect((await me(second.access)).status).toBe(200);
    answer(await refreshed(other.refresh), Tokens);
  });

  test('is not counted for a forged token', async () => {
    const { access, refresh } = await signIn();
    await times(61, () => refreshed(`${refresh}x`));
    expect(await shop().app.get(RateLimits).hasCount('tokenRefreshPerLogin', loginOf(access))).toBe(false);
    answer(await refreshed(refresh), Tokens);
  });

  test('keeps its two hundred newest refresh tokens', async () => {
    const first = await signIn();
    const login = loginOf(first.access);
    await shop().db.query(
      `INSERT INTO refresh_tokens (id, login_id, expires_at, used_at)
       SELECT gen_random_uuid(), $1, now() + make_interval(days => 29, mins => n), CASE WHEN n % 2 = 0 THEN now() END
       FROM generate_series(1, 300) AS n`,
      [login],
    );
    const second = answer(await refreshed(first.refresh), Tokens);
    expect(await countTokens(login)).toBe(200);
    answer(await refreshed(second.refresh), Tokens);
    expect(await countTokens(login)).toBe(200);
  });

  test('ends when a token comes back that it no longer keeps', async () => {
    const first = await signIn();
    const other = await signIn();
    const second = answer(await refreshed(first.refresh), Tokens);
    await shop().db.query('DELETE FROM refresh_tokens WHERE id = $1', [
      shop().app.get(JwtService).decode<{ jti: string }>(first.refresh).jti,
    ]);
    expect((await refreshed(first.refresh)).status).toBe(401);
    expect((await refreshed(second.refresh)).status).toBe(401);
    expect((await me(second.access)).status).toBe(401);
    expect((await me(other.access)).status).toBe(200);
  });
});

describe('a refresh token', () => {
  test('works once, and again only within the grace period', async () => {
    const first = await signIn();
    const second = answer(await refreshed(first.refresh), Tokens);
    expect(second.refresh).not.toBe(first.refresh);
    answer(await refreshed(first.refresh), Tokens);
    expect((await me(second.access)).status).toBe(200);
  });

  test('used again after the grace period ends the whole login', async () => {
    const first = await signIn();
    const second = answer(await refreshed(first.refresh), Tokens);
    const other = await signIn();
    await shop().db.query(
      `UPDATE refresh_tokens SET used_at = used_at - interval '31 seconds' WHERE used_at IS NOT NULL`,
    );
    expect((await refreshed(first.refresh)).status).toBe(401);
    expect((await refreshed(second.refresh)).status).toBe(401);
    expect((await me(second.access)).status).toBe(401);
    expect((await me(other.access)).status).toBe(200);
  });

  test('used twenty times at once always works within the grace period', async () => {
    const { refresh } = await signIn();
    const replies = await Promise.all(Array.from({ length: 20 }, () => refreshed(refresh)));
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    expect(new Set(replies.map((reply) => answer(reply, Tokens).refresh)).size).toBe(20);
  });

  test('is refused when its login ends while it is used, which notes no device', async () => {
    const { access, refresh } = await signIn();
    const login = loginOf(access);
    const { late } = await shop().db.transaction(async (tx) => {
      await revokeLogins(tx, { id: login });
      const refreshing = refreshed(refresh);
      await untilLockWaits(tx, 1);
      return { late: refreshing };
    });
    expect((await late).status).toBe(401);
    const [row]: unknown[] = await shop().db.query('SELECT user_agent, network FROM logins WHERE id = $1', [login]);
    expect(row).toEqual({ user_agent: '', network: '' });
  });

  test('is refused when it is expired, forged or an access token', async () => {
    const { access, refresh } = await signIn();
    expect((await refreshed(access)).status).toBe(401);
    expect((await me(refresh)).status).toBe(401);
    expect((await refreshed(`${refresh}x`)).status).toBe(401);
    await shop().db.query('UPDATE refresh_tokens SET expires_at = now()');
    expect((await refreshed(refresh)).status).toBe(401);
    for (const bad of ['', 5, null, undefined, {}]) expect((await refreshed(bad)).status).toBe(400);
  });
});

test('signing out ends the refresh tokens at once and the access token within a second', async () => {
  const { access, refresh } = await signIn();
  expect((await me(access)).status).toBe(200);
  expect((await visitor().post('/auth/jwt/logout/', { refresh })).status).toBe(204);
  expect((await refreshed(refresh)).status).toBe(401);
  expect((await me(access)).status).toBe(401);
  expect((await visitor().post('/auth/jwt/logout/', { refresh: 'nonsense' })).status).toBe(204);
});

test('a login that another process revoked is refused within a second', async () => {
  const { access } = await signIn();
  expect((await me(access)).status).toBe(200);
  await shop().db.query('UPDATE logins SET revoked_at = now()');
  passTime(1_001);
  expect((await me(access)).status).toBe(401);
});

test('a cached token is refused once it expires or is altered by a letter', async () => {
  const { access } = await signIn();
  expect((await me(access)).status).toBe(200);
  expect((await me(`${access}x`)).status).toBe(401);
  const { exp } = shop().app.get(JwtService).decode<{ exp: number }>(access);
  jest.spyOn(Date, 'now').mockReturnValue(exp * 1_000 - 1);
  expect((await me(access)).status).toBe(200);
  jest.spyOn(Date, 'now').mockReturnValue(exp * 1_000);
  expect((await me(access)).status).toBe(401);
});

describe('a call that needs a user', () => {
  test('answers 401 without a token, with another scheme, and with a token that this shop did not sign', async () => {
    const { access } = await signIn();
    const jwt = shop().app.get(JwtService);
    const { login } = jwt.decode<{ login: string }>(access);
    const sign = (options: object) => jwt.sign({ login }, { audience: 'access', expiresIn: 60, ...options });
    const unsigned = [
      { alg: 'none', typ: 'JWT' },
      { login, aud: 'access' },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const refused = [
      undefined,
      `Bearer ${access}`,
      'JWT',
      `JWT ${unsigned}.`,
      `JWT ${sign({ secret: 'another secret altogether' })}`,
      `JWT ${sign({ algorithm: 'HS512' })}`,
      `JWT ${sign({ expiresIn: -1 })}`,
    ];
    for (const credential of refused) {
      const reply = await visitor().get('/auth/users/me/', credential ? { Authorization: credential } : {});
      expect(reply.status).toBe(401);
      expect(reply.headers['www-authenticate']).toBe('JWT');
      expect(reply.headers['cache-control']).toBe('no-store');
    }
    expect((await visitor().get('/auth/users/me/', { Authorization: `JWT ${sign({})}` })).status).toBe(200);
  });

  test('a public call with an invalid token is served as an anonymous visitor’s', async () => {
    expect((await visitor().get('/healthz', { Authorization: 'JWT nonsense' })).status).toBe(200);
  });
});
