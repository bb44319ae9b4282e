import { LoginRateLimiter } from '../../../src/auth/login/login-rate-limiter.js';
import { networkOf, siteOf } from '../../../src/platform/rate-limits/networks.js';
import { RATE_LIMITS } from '../../../src/platform/rate-limits/rate-limit-list.js';
import { RateLimits } from '../../../src/platform/rate-limits/rate-limits.js';
import { Registered } from '../../../src/contract/accounts/auth.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, statuses, times } from '../../support/given.js';

const PASSWORD = 'mat-khau-1';

/** As the web server forwards a visitor, whose address nobody but it can say. */
const from = (address: string) => ({ 'X-Forwarded-For': address });
let addresses = 0;
/** An address that nobody has used yet. */
const elsewhere = () => `203.0.${(addresses += 1) >> 8}.${addresses & 255}`;

const signIn = (username: string, password = PASSWORD, address = '198.51.100.1') =>
  visitor().post('/auth/jwt/create/', { username, password }, from(address));
const loginLimiter = () => shop().app.get(LoginRateLimiter);
const shopper = () => given.shopper({ password: PASSWORD });

const backends: [string, string | undefined][] = [['this process', undefined]];
if (process.env.REDIS_URL) backends.push(['Redis', process.env.REDIS_URL]);

describe.each(backends)('sign-in rate limits, counted in %s', (_where, REDIS_URL) => {
  openShop({ REDIS_URL });

  test('ten wrong passwords per account and address; then even the right password answers 429', async () => {
    const { username } = await shopper();
    const address = elsewhere();
    for (let i = 0; i < 10; i++) expect((await signIn(username, 'wrong', address)).status).toBe(401);
    const refused = await signIn(username, PASSWORD, address);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect(refused.body.detail).toMatch(/^Bạn đã thử quá nhiều lần. Vui lòng thử lại sau 15 phút.$/);
    // The owner elsewhere, and others here, are not kept out.
    expect((await signIn(username, PASSWORD, elsewhere())).status).toBe(200);
    expect((await signIn((await shopper()).username, PASSWORD, address)).status).toBe(200);
  });

  test('concurrent sign-ins are all counted; user name and e-mail share a limit', async () => {
    const { username } = await shopper();
    const address = elsewhere();
    const email = `${username.replace('khách', 'khach')}@example.com`;
    const replies = await times(20, (i) => signIn(i % 2 ? username : email.toUpperCase(), 'wrong', address));
    expect(statuses(replies)).toEqual({ 401: 10, 429: 10 });
  });

  test('an unknown name of digits does not share the limit of the account with that id', async () => {
    const { id, username } = await shopper();
    const address = elsewhere();
    for (let i = 0; i < 10; i++) expect((await signIn(String(id), 'wrong', address)).status).toBe(401);
    expect((await signIn(String(id), 'wrong', address)).status).toBe(429);
    expect((await signIn(username, PASSWORD, address)).status).toBe(200);
  });

  test('a successful sign-in resets the limit', async () => {
    const { username } = await shopper();
    const address = elsewhere();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++) await signIn(username, 'wrong', address);
      expect((await signIn(username, PASSWORD, address)).status).toBe(200);
    }
  });

  test('three hundred right passwords of one account in ten minutes, at sign-ins from everywhere and at changes', async () => {
    const owner = await shopper();
    const home = elsewhere();
    const change = (current_password: string) =>
      owner.post('/auth/users/set_password/', { current_password, password: PASSWORD }, from(home));
    await times(297, () => shop().app.get(RateLimits).consume('rightPasswordPerAccount', owner.id));
    expect((await signIn(owner.username, PASSWORD, home)).status).toBe(200);
    expect((await signIn(owner.username, 'wrong', home)).status).toBe(401);
    expect((await signIn(owner.username, PASSWORD, elsewhere())).status).toBe(200);
    expect((await change('wrong')).status).toBe(400);
    expect((await change(PASSWORD)).status).toBe(204);
    for (const reply of [
      await signIn(owner.username, PASSWORD, home),
      await signIn(owner.username, PASSWORD, elsewhere()),
      await change(PASSWORD),
    ]) {
      expect(reply.status).toBe(429);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(600);
    }
    expect((await signIn((await shopper()).username, PASSWORD, home)).status).toBe(200);
  });

  test('right passwords that come at once are all counted', async () => {
    const { id, username } = await shopper();
    await times(295, () => shop().app.get(RateLimits).consume('rightPasswordPerAccount', id));
    const replies = await times(10, () => signIn(username, PASSWORD, elsewhere()));
    expect(statuses(replies)).toEqual({ 200: 5, 429: 5 });
  });

  test('right passwords of all accounts from one address, at sign-ins and at changes, are limited together', async () => {
    const [one, other] = [await shopper(), await shopper()];
    const office = elsewhere();
    const changeAt = (address: string) =>
      other.post('/auth/users/set_password/', { current_password: PASSWORD, password: PASSWORD }, from(address));
    const limits = shop().app.get(RateLimits);
    await times(RATE_LIMITS.rightPasswordPerAddress.points - 2, () =>
      limits.consume('rightPasswordPerAddress', office),
    );
    expect((await signIn(one.username, PASSWORD, office)).status).toBe(200);
    expect((await signIn(one.username, 'wrong', office)).status).toBe(401);
    expect((await changeAt(office)).status).toBe(204);
    for (const reply of [await signIn(one.username, PASSWORD, office), await changeAt(office)]) {
      expect(reply.status).toBe(429);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(600);
    }
    expect((await signIn(one.username, PASSWORD, elsewhere())).status).toBe(200);
    expect((await changeAt(elsewhere())).status).toBe(204);
  });

  test('sign-ins with an unknown name are limited like those with a known one', async () => {
    const address = elsewhere();
    const replies = await times(12, () => signIn('nobody-is-here', 'wrong', address));
    expect(statuses(replies)).toEqual({ 401: 10, 429: 2 });
  });

  test('sign-ins from many addresses do not lock out the owner at an address that signed in before', async () => {
    const { id, username } = await shopper();
    const home = elsewhere();
    expect((await signIn(username, PASSWORD, home)).status).toBe(200);
    await times(95, () => loginLimiter().beforeSignIn(id, elsewhere()));
    const strangers = await times(8, () => signIn(username, 'wrong', elsewhere()));
    expect(statuses(strangers)).toEqual({ 401: 5, 429: 3 });
    const stranger = await signIn(username, PASSWORD, elsewhere());
    expect(stranger.status).toBe(429);
    expect(Number(stranger.headers['retry-after'])).toBeLessThanOrEqual(600);
    expect((await signIn(username, PASSWORD, home)).status).toBe(200);
    // Which was a success, so the account's failures are forgotten.
    expect((await signIn(username, PASSWORD, elsewhere())).status).toBe(200);
  });

  test('a hundred failed sign-ins per address over all accounts; a successful sign-in does not reset them', async () => {
    const own = await shopper();
    const address = elsewhere();
    await times(96, (i) => loginLimiter().beforeSignIn(`somebody-${i % 25}`, address));
    expect((await signIn(own.username, PASSWORD, address)).status).toBe(200);
    const replies = await times(6, (i) => signIn(`another-${i}`, 'wrong', address));
    expect(statuses(replies)).toEqual({ 401: 4, 429: 2 });
    expect((await signIn(own.username, PASSWORD, address)).status).toBe(429);
    expect((await signIn(own.username, PASSWORD, elsewhere())).status).toBe(200);
  });

  test('four hundred failed sign-ins per IPv6 site; a successful sign-in does not count', async () => {
    const own = await shopper();
    const limits = shop().app.get(RateLimits);
    let homes = 0;
    /** An address in another /64 of one /48 each time. */
    const next = () => `2001:db8:77:${(homes += 1).toString(16)}::1`;
    await times(399, () => limits.consume('signInPerAddress', networkOf(next())));
    expect((await signIn(own.username, PASSWORD, next())).status).toBe(200);
    expect((await signIn('somebody', 'wrong', next())).status).toBe(401);
    expect((await signIn(own.username, PASSWORD, next())).status).toBe(429);
    expect((await signIn(own.username, PASSWORD, '2001:db8:78:1::1')).status).toBe(200);
  });

  test('sign-ins from a blocked address add no counters for the names that they use', async () => {
    const address = elsewhere();
    await times(100, (i) => loginLimiter().beforeSignIn(`somebody-${i % 25}`, address));
    expect((await signIn('made-up', 'wrong', address)).status).toBe(429);
    const limits = shop().app.get(RateLimits);
    expect(await limits.hasCount('signInPerAccountAndAddress', `somebody-1 ${address}`)).toBe(true);
    expect(await limits.hasCount('signInPerAccountAndAddress', `name made-up ${address}`)).toBe(false);
  });

  test('an e-mail address can be taken five times, by registration or change', async () => {
    const email = 'not.theirs@example.com';
    const taker = await shopper();
    for (let i = 0; i < 4; i++) {
      for (const address of [email, `own-${i}@example.com`]) {
        const changed = await taker.patch('/auth/users/me/', { email: address, current_password: PASSWORD });
        expect(changed.status).toBe(200);
      }
    }
    const register = (username: string, address: string) =>
      visitor().post('/auth/users/', { username, email: address, password: PASSWORD }, from(elsewhere()));
    expect((await register('taker-5', email.toUpperCase())).status).toBe(201);
    const closed = await shop().db.query(
      "UPDATE users SET email = 'x@example.com', email_key = 'x@example.com' WHERE username = 'taker-5'",
    );
    expect(closed[1]).toBe(1);
    expect((await register('taker-6', email)).status).toBe(429);
    expect((await taker.patch('/auth/users/me/', { email, current_password: PASSWORD })).status).toBe(429);
    expect((await register('taker-6', 'theirs@example.com')).status).toBe(201);
  });

  test('an e-mail address that is refused with a taken user name is not counted', async () => {
    const { username } = await shopper();
    const register = (name: string) =>
      visitor().post(
        '/auth/users/',
        { username: name, email: 'theirs@example.org', password: PASSWORD },
        from(elsewhere()),
      );
    for (let i = 0; i < 6; i++) expect((await register(username)).status).toBe(400);
    expect((await register('a-free-name')).status).toBe(201);
  });

  test('ten wrong current passwords per user, over all endpoints that need it', async () => {
    const caller = await shopper();
    const wrong = { current_password: 'wrong', password: 'moi-123' };
    for (let i = 0; i < 4; i++) {
      expect((await caller.post('/auth/users/set_password/', wrong)).status).toBe(400);
      expect((await caller.patch('/auth/users/me/', wrong)).status).toBe(400);
    }
    for (let i = 0; i < 2; i++) expect((await caller.post('/auth/users/me/close/', wrong)).status).toBe(400);
    for (const reply of [
      await caller.post('/auth/users/set_password/', { ...wrong, current_password: PASSWORD }),
      await caller.patch('/auth/users/me/', { ...wrong, current_password: PASSWORD }),
      await caller.post('/auth/users/me/close/', { current_password: PASSWORD }),
    ]) {
      expect(reply.status).toBe(429);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await caller.patch('/auth/users/me/', { first_name: 'Mai' })).status).toBe(200);
  });

  test('five password resets per e-mail, known or unknown', async () => {
    for (const email of ['admin@example.com', 'nobody@example.com']) {
      const replies = await times(7, (i) =>
        visitor().post(
          '/auth/users/reset_password/',
          { email: i % 2 ? email : email.toUpperCase() },
          from(elsewhere()),
        ),
      );
      expect(statuses(replies)).toEqual({ 204: 5, 429: 2 });
    }
  });

  test('thirty password resets per address', async () => {
    const address = from(elsewhere());
    const replies = await times(32, (i) =>
      visitor().post('/auth/users/reset_password/', { email: `somebody-${i}@example.com` }, address),
    );
    expect(statuses(replies)).toEqual({ 204: 30, 429: 2 });
  });
});

describe('with RATE_LIMIT=off', () => {
  openShop({ RATE_LIMIT: 'off' });

  test('sign-ins are not limited', async () => {
    const { username } = await shopper();
    expect(statuses(await times(15, () => signIn(username, 'wrong')))).toEqual({ 401: 15 });
  });
});

describe('registrations from one address', () => {
  openShop();

  test('are limited to two hundred an hour', async () => {
    const school = elsewhere();
    await times(199, () => shop().app.get(RateLimits).consume('registrationPerAddress', school));
    const register = (name: string, address: string) =>
      visitor().post(
        '/auth/users/',
        { username: name, email: `${name}@example.com`, password: PASSWORD },
        from(address),
      );
    answer(await register('mot', school), Registered, 201);
    expect((await register('hai', school)).status).toBe(429);
    answer(await register('hai', elsewhere()), Registered, 201);
  });
});

test.each([
  ['203.0.113.9', '203.0.113.9', undefined],
  ['::ffff:203.0.113.9', '203.0.113.9', undefined],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::2:3:4:5:6', '2001:db8:0:2::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
])('%s belongs to %s, in the site %s', (address, network, site) => {
  expect(networkOf(address)).toBe(network);
  expect(siteOf(network)).toBe(site);
});
