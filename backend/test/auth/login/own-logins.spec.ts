import { deviceName, maskedNetwork } from '../../../src/auth/login/device.js';
import { LoginsService } from '../../../src/auth/login/logins.service.js';
import { MAX_LOGINS } from '../../../src/auth/login/logins.sql.js';
import { AdminUser } from '../../../src/contract/accounts/admin-users.js';
import { Session, SignedIn, Tokens } from '../../../src/contract/accounts/auth.js';
import { Client, answer, openShop, shop, visitor } from '../../support/client.js';
import { given, type Shopper } from '../../support/given.js';

openShop();

const PASSWORD = 'mat-khau-1';
const OWN = { current_password: PASSWORD };
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** Signs in from another device. */
const signIn = async ({ username }: Shopper, userAgent = CHROME, address = '203.0.113.9') => {
  const headers = { 'User-Agent': userAgent, 'X-Forwarded-For': address };
  const reply = await visitor().post('/auth/jwt/create/', { username, password: PASSWORD }, headers);
  return answer(reply, SignedIn);
};
const refreshed = (refresh: string) => visitor().post('/auth/jwt/refresh/', { refresh });
const sessions = async (caller: Client) => answer(await caller.get('/auth/sessions/'), Session.array());
/** Makes every login of somebody as old as this. */
const age = ({ id }: Shopper, hours: number) =>
  shop().db.query(
    `UPDATE logins SET created_at = now() - make_interval(secs => $2::float8 * 3600) WHERE user_id = $1`,
    [id, hours],
  );

describe('the list of one’s logins', () => {
  test('shows device, network and time of each, and which one is the current', async () => {
    const caller = await given.shopper({ password: PASSWORD });
    await signIn(caller, IPHONE, '2001:db8:1:2:3:4:5:6');
    const { access } = await signIn(caller);
    const listed = await sessions(new Client(access));
    expect(listed.map(({ device, network, is_current }) => ({ device, network, is_current }))).toEqual([
      { device: 'Chrome trên Windows', network: '203.0.113.*', is_current: true },
      { device: 'Safari trên iPhone', network: '2001:db8:1:*', is_current: false },
      { device: 'Thiết bị không rõ', network: '', is_current: false },
    ]);
  });

  test('shows when and where a device was last used', async () => {
    const caller = await given.shopper({ password: PASSWORD });
    const { access, refresh } = await signIn(caller);
    await shop().db.query(`UPDATE logins SET last_used_at = '2026-01-01T00:00:00Z' WHERE user_id = $1`, [caller.id]);
    expect((await sessions(new Client(access)))[0]?.last_used_at).toBe('2026-01-01T00:00:00.000Z');
    const headers = { 'User-Agent': CHROME, 'X-Forwarded-For': '198.51.100.7' };
    answer(await visitor().post('/auth/jwt/refresh/', { refresh }, headers), Tokens);
    const [current] = await sessions(new Client(access));
    expect(current?.network).toBe('198.51.100.*');
    expect(Date.parse(current?.last_used_at ?? '')).toBeGreaterThan(Date.parse('2026-01-02T00:00:00Z'));
  });

  test('leaves out logins that are signed out, expired or another user’s', async () => {
    const [caller, other] = [await given.shopper({ password: PASSWORD }), await given.shopper({ password: PASSWORD })];
    await signIn(other);
    const { refresh } = await signIn(caller);
    await visitor().post('/auth/jwt/logout/', { refresh });
    const expired = await signIn(caller);
    const { id } = (await sessions(new Client(expired.access)))[0] ?? { id: '' };
    await shop().db.query('UPDATE refresh_tokens SET expires_at = now() WHERE login_id = $1', [id]);
    expect(await sessions(caller)).toMatchObject([{ is_current: true }]);
  });

  test('holds at most a hundred per user; a new sign-in deletes the least recently used', async () => {
    const caller = await given.shopper({ password: PASSWORD });
    await shop().db.query(
      `INSERT INTO logins (user_id, last_used_at, revoked_at)
       SELECT $1, now() - make_interval(days => n), CASE WHEN n % 2 = 0 THEN now() END FROM generate_series(1, 250) AS n`,
      [caller.id],
    );
    await signIn(caller);
    const [kept]: object[] = await shop().db.query(
      `SELECT count(*)::integer AS count, bool_and(revoked_at IS NULL) AS active,
         min(last_used_at) > now() - interval '198 days' AS newest FROM logins WHERE user_id = $1`,
      [caller.id],
    );
    expect(kept).toEqual({ count: MAX_LOGINS, active: true, newest: true });
  });
});

describe('signing a device out', () => {
  test('ends its tokens at once, deletes its device data, and leaves other logins alone', async () => {
    const caller = await given.shopper({ password: PASSWORD });
    const other = await signIn(caller, IPHONE);
    const { id } = (await sessions(caller)).find(({ is_current }) => !is_current) ?? { id: '' };
    expect((await new Client(other.access).get('/auth/users/me/')).status).toBe(200);
    expect((await caller.delete(`/auth/sessions/${id}/`)).status).toBe(204);
    expect((await new Client(other.access).get('/auth/users/me/')).status).toBe(401);
    expect((await refreshed(other.refresh)).status).toBe(401);
    expect((await caller.delete(`/auth/sessions/${id}/`)).status).toBe(404);
    expect(await sessions(caller)).toHaveLength(1);
    expect(await shop().db.query('SELECT user_agent, network FROM logins WHERE id = $1', [id])).toEqual([
      { user_agent: '', network: '' },
    ]);
  });

  test('answers 404 for another user’s login and for an invalid id', async () => {
    const [caller, other] = [await given.shopper(), await given.shopper()];
    const [theirs] = await sessions(other);
    for (const id of [theirs?.id, 'abc', '0', '%00', "' OR true --"]) {
      expect((await caller.delete(`/auth/sessions/${encodeURIComponent(id ?? '')}/`)).status).toBe(404);
    }
    expect((await other.get('/auth/users/me/')).status).toBe(200);
  });

  test('signing out all other devices keeps the current login', async () => {
    const caller = await given.shopper({ password: PASSWORD });
    const others = [await signIn(caller), await signIn(caller, IPHONE)];
    expect((await caller.delete('/auth/sessions/')).status).toBe(204);
    for (const { refresh } of others) expect((await refreshed(refresh)).status).toBe(401);
    expect(await sessions(caller)).toMatchObject([{ is_current: true }]);
  });
});

describe('twelve hours after the sign-in', () => {
  test('an administrator’s login ends, even if its tokens were refreshed', async () => {
    const admin = await given.admin({ password: PASSWORD });
    const first = await signIn(admin);
    await age(admin, 11.99);
    const { access, refresh } = answer(await refreshed(first.refresh), Tokens);
    expect((await new Client(access).get('/auth/users/')).status).toBe(200);
    await age(admin, 12);
    expect((await refreshed(refresh)).status).toBe(401);
    shop().app.get(LoginsService).clearCache();
    expect((await new Client(access).get('/auth/users/')).status).toBe(401);
    expect((await sessions(new Client((await signIn(admin)).access))).length).toBe(1);
  });

  test('a shopper’s login goes on; promotion to administrator ends it, and demotion does not restore it', async () => {
    const admin = await given.admin({ password: PASSWORD });
    const shopper = await given.shopper({ password: PASSWORD });
    const first = await signIn(shopper);
    await age(shopper, 24 * 20);
    const { access, refresh } = answer(await refreshed(first.refresh), Tokens);
    expect((await new Client(access).get('/auth/users/me/')).status).toBe(200);
    answer(await admin.patch(`/auth/users/${shopper.id}/`, { is_staff: true, ...OWN }), AdminUser);
    expect((await new Client(access).get('/auth/users/me/')).status).toBe(401);
    expect((await refreshed(refresh)).status).toBe(401);
    answer(await admin.patch(`/auth/users/${shopper.id}/`, { is_staff: false, ...OWN }), AdminUser);
    expect((await new Client(access).get('/auth/users/me/')).status).toBe(401);
    expect((await refreshed(refresh)).status).toBe(401);
  });
});

test.each([
  [CHROME, 'Chrome trên Windows'],
  [IPHONE, 'Safari trên iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox trên Linux'],
  [`${CHROME} Edg/141.0.0.0`, 'Edge trên Windows'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125 Mobile Safari/537.36',
    'Samsung Internet trên Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari trên macOS',
  ],
  ['curl/8.5.0', 'Thiết bị không rõ'],
  ['', 'Thiết bị không rõ'],
])('%s is %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));

test.each([
  ['203.0.113.9', '203.0.113.*'],
  ['::ffff:203.0.113.9', '203.0.113.*'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:*'],
  ['', ''],
])('of the address %j is kept %j', (address, network) => expect(maskedNetwork(address)).toBe(network));
