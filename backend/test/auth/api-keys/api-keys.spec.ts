import request from 'supertest';
import { hashOfKey, newKey } from '../../../src/auth/api-keys/api-key.js';
import { AdminUser } from '../../../src/contract/accounts/admin-users.js';
import { ApiKey, NewApiKey } from '../../../src/contract/administration/api-keys.js';
import { AuditEntry } from '../../../src/contract/administration/audit.js';
import {
  API_SCOPES,
  CALL_SCOPES,
  MAX_API_KEYS,
  type ApiScope,
} from '../../../src/contract/administration/integration-rules.js';
import { TransactionTotals, WalletTransaction } from '../../../src/contract/money/paybox.js';
import { Order } from '../../../src/contract/orders/orders.js';
import { RateLimits } from '../../../src/platform/rate-limits/rate-limits.js';
import { RATE_LIMITS } from '../../../src/platform/rate-limits/rate-limit-list.js';
import { changeCatalogue } from '../../catalog/stocked.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, statuses, times, type Shopper } from '../../support/given.js';

openShop();

const KEYS = '/api/admin/api-keys/';
const PASSWORD = 'mật khẩu của chủ';
const owner = () => given.admin({ password: PASSWORD });

const make = async (admin: Shopper, scopes: readonly ApiScope[], rest: object = {}): Promise<NewApiKey> =>
  answer(await admin.post(KEYS, { name: 'Phần mềm kho', scopes, current_password: PASSWORD, ...rest }), NewApiKey, 201);

/** Calls with a key, in the words of `CALL_SCOPES`. */
const callWith = (key: string, call: string) => {
  const [method = '', template = ''] = call.split(' ');
  const path = template.replace(/\{\w+\}/g, '999999');
  const sent = request(shop().url)[method.toLowerCase() as 'get' | 'post'](path);
  return sent.set('Authorization', `Bearer ${key}`);
};
const statusWith = async (key: string, call: string) => (await callWith(key, call)).status;

const listed = async (admin: Shopper, id: number) =>
  answer(await admin.get(KEYS), ApiKey.array()).find((key) => key.id === id);

describe('creating a key', () => {
  test('shows it once; the database has only its hash', async () => {
    const admin = await owner();
    const { key, ...rest } = await make(admin, ['orders:read', 'orders:read'], { days: 30 });
    expect(rest).toMatchObject({ name: 'Phần mềm kho', scopes: ['orders:read'], state: 'usable', last_used_at: null });
    expect(Date.parse(rest.expires_at ?? '') - Date.parse(rest.created_at)).toBe(30 * 86_400_000);
    expect(await listed(admin, rest.id)).toEqual(rest);
    const [row]: { text: string; hash: Buffer }[] = await shop().db.query(
      `SELECT hash, row_to_json(k)::text || (SELECT json_agg(a) FROM audit_entries a)::text AS text FROM api_keys k WHERE id = $1`,
      [rest.id],
    );
    expect(row?.hash).toEqual(hashOfKey(key));
    expect(row?.text).not.toContain(key.slice(13));
  });

  test("keeps buyers' addresses out of the export of transactions", async () => {
    const admin = await owner();
    await given.shopper({ balance: 50_000 });
    const { key } = await make(admin, ['reports:read']);
    const csv = await callWith(key, 'GET /api/admin/paybox/transactions/export/');
    expect([csv.status, csv.text.split('\r\n').length > 2, csv.text.includes('@')]).toEqual([200, true, false]);
    const own = await admin.get('/api/admin/paybox/transactions/export/');
    expect(own.text).toContain('@');
  });

  test('searches transactions by the user name and the order number alone, which it reads', async () => {
    const admin = await owner();
    const shopper = await given.shopper({ balance: 90_000 });
    const profile = { last_name: 'Đỗ', first_name: 'Thị Bưởi', phone: '0917654321' };
    expect((await shopper.patch('/auth/users/me/', profile)).status).toBe(200);
    const order = await given.paidOrder(shopper, { total: 30_000 });
    const { key } = await make(admin, ['reports:read']);
    const found = async (search: string) => {
      const call = (path: string) =>
        callWith(key, `GET /api/admin/paybox/transactions/${path}`).query({ search, type: 'PAYMENT' });
      const lines = answer(await call(''), WalletTransaction.array()).map(({ order_info: about }) => about?.id);
      const { count } = answer(await call('totals/'), TransactionTotals);
      expect((await call('export/')).text.split('\r\n').slice(1, -1)).toHaveLength(lines.length);
      expect(count).toBe(lines.length);
      return lines;
    };
    for (const search of [shopper.username, shopper.username.replace('á', 'A'), `#${order.id}`]) {
      expect([search, await found(search)]).toEqual([search, [order.id]]);
    }
    const email = `${shopper.username.replace('á', 'a')}@example.com`;
    for (const search of [email, '@', 'khach-1@', 'buoi', '0917654321', '654321', `${shopper.username} khach`]) {
      expect([search, await found(search)]).toEqual([search, []]);
    }
    const own = await admin.get(`/api/admin/paybox/transactions/?type=PAYMENT&search=0917654321`);
    expect(answer(own, WalletTransaction.array())).toHaveLength(1);
  });

  test('keeps phones out of the list and the export of accounts, and out of their searches', async () => {
    const admin = await owner();
    const shopper = await given.shopper();
    const profile = { last_name: 'Đỗ', first_name: 'Ánh', phone: '0919876543' };
    expect((await shopper.patch('/auth/users/me/', profile)).status).toBe(200);
    const { key } = await make(admin, ['customers:read']);
    const csv = async (search: string) =>
      (await callWith(key, 'GET /auth/users/export/').query({ search })).text.split('\r\n').slice(1, -1);
    const ids = async (search: string) =>
      answer(await callWith(key, 'GET /auth/users/').query({ search }), AdminUser.array()).map(({ id }) => id);
    for (const search of [shopper.username, `${shopper.username}@`, 'do ANH']) {
      expect([search, await ids(search)]).toEqual([search, [shopper.id]]);
      const rows = await csv(search);
      expect([rows.length, rows[0]?.includes(shopper.username), rows[0]?.includes('9876')]).toEqual([1, true, false]);
    }
    for (const search of ['0919876543', '+84 919 876 543', '8765', 'anh 0919', '919 876']) {
      expect([search, await ids(search), await csv(search)]).toEqual([search, [], []]);
    }
    const own = await admin.get(`/auth/users/export/?search=${encodeURIComponent('0919876543')}`);
    expect(own.text).toContain('0919');
  });

  test("finds refund requests by the buyer's user name and e-mail, not by the phone", async () => {
    const admin = await owner();
    const shopper = await given.shopper({ balance: 90_000 });
    expect((await shopper.patch('/auth/users/me/', { phone: '0918765432' })).status).toBe(200);
    const { id } = await given.paidOrder(shopper, { total: 30_000 });
    const request = { order_id: id, reason: 'Áo bị chật' };
    expect((await shopper.post('/api/paybox/refund-request/', request)).status).toBe(201);
    const { key } = await make(admin, ['refunds:read']);
    const found = async (search: string) =>
      (await callWith(key, 'GET /api/paybox/refund-requests/').query({ search })).body.length as number;
    for (const search of [shopper.username, `${shopper.username}@`])
      expect([search, await found(search)]).toEqual([search, 1]);
    for (const search of ['0918765432', '876 543']) expect([search, await found(search)]).toEqual([search, 0]);
  });

  test('outlives a changed password, of which a mail to its administrator tells', async () => {
    const admin = await owner();
    const change = (current_password: string, password: string) =>
      admin.post('/auth/users/set_password/', { current_password, password });
    const mails = async (): Promise<unknown[]> =>
      shop().db.query(
        `SELECT template, recipient IS NOT NULL AS is_to_former FROM mails WHERE user_id = $1 AND template <> 'api_key_created' ORDER BY id`,
        [admin.id],
      );
    expect((await change(PASSWORD, 'mật khẩu thứ hai')).status).toBe(204);
    const changed = { template: 'password_changed', is_to_former: true };
    expect(await mails()).toEqual([changed]);
    const again = { current_password: 'mật khẩu thứ hai' };
    const { key } = await make(admin, ['reports:read'], again);
    expect((await change('mật khẩu thứ hai', PASSWORD)).status).toBe(204);
    expect(await mails()).toEqual([changed, changed, { template: 'api_keys_remain', is_to_former: true }]);
    expect(await statusWith(key, 'GET /api/admin/counts/')).toBe(200);
  });

  test('tells all administrators of it by mail', async () => {
    const [admin, other] = [await owner(), await given.admin()];
    await make(admin, ['orders:read']);
    const rows: unknown[] = await shop().db.query(
      `SELECT user_id FROM mails WHERE template = 'api_key_created' AND user_id IN ($1, $2) ORDER BY user_id`,
      [admin.id, other.id],
    );
    expect(rows).toEqual([{ user_id: admin.id }, { user_id: other.id }]);
  });

  test('needs the administrator’s current password', async () => {
    const admin = await owner();
    for (const current_password of ['', 'falsch']) {
      const reply = await admin.post(KEYS, { name: 'x', scopes: ['orders:read'], current_password });
      expect([reply.status, Object.keys(reply.body as object)]).toEqual([
        400,
        expect.arrayContaining(['current_password']),
      ]);
    }
  });

  test.each([
    ['name', { name: ' ' }],
    ['scopes', { scopes: [] }],
    ['scopes.0', { scopes: ['everything'] }],
    ['days', { days: 0 }],
    ['days', { days: 4_000 }],
  ])('refuses a wrong %s', async (field, changed) => {
    const body = { name: 'x', scopes: ['orders:read'], current_password: PASSWORD, ...changed };
    const reply = await (await owner()).post(KEYS, body);
    expect([reply.status, Object.keys(reply.body as object)]).toEqual([400, expect.arrayContaining([field])]);
  });

  test('beyond the maximum is refused, also when keys are created at once', async () => {
    const admins = await times(4, owner);
    await shop().db.query(
      `INSERT INTO api_keys (name, prefix, hash, scopes, user_id)
       SELECT 'x', 'x', sha256(n::text::bytea), '{orders:read}', $1
       FROM generate_series(1, $2 - (SELECT count(*)::integer FROM api_keys)) n`,
      [admins[0]?.id, MAX_API_KEYS - 2],
    );
    const body = { name: 'x', scopes: ['orders:read'], current_password: PASSWORD };
    const replies = await Promise.all(admins.map((admin) => admin.post(KEYS, body)));
    expect(statuses(replies)).toEqual({ 201: 2, 409: 2 });
    await shop().db.query('DELETE FROM api_keys');
  });
});

describe('a key', () => {
  test('acts as its administrator, within its scopes, and its changes are in the audit log under its name', async () => {
    const admin = await owner();
    const { id, key, name } = await make(admin, ['orders:read', 'orders:write']);
    const order = await given.paidOrder(await given.shopper({ balance: 200_000 }));
    const list = await callWith(key, 'GET /api/orders/');
    expect(answer(list, Order.array()).map((each) => each.id)).toContain(order.id);
    const delivered = await request(shop().url)
      .patch(`/api/orders/${order.id}/`)
      .set('Authorization', `Bearer ${key}`)
      .send({ isDelivered: true });
    expect(answer(delivered, Order).isDelivered).toBe(true);
    const [entry] = answer(
      await admin.get(`/api/admin/audit/?subject=order&subject_id=${order.id}`),
      AuditEntry.array(),
    );
    expect(entry).toMatchObject({ action: 'deliver', actor: { id: admin.id }, api_key: { id, name } });
  });

  test('is refused when it is revoked, at once and for good', async () => {
    const admin = await owner();
    const { id, key } = await make(admin, ['orders:read']);
    expect(await statusWith(key, 'GET /api/orders/')).toBe(200);
    expect((await admin.delete(`${KEYS}${id}/`)).status).toBe(204);
    expect(await statusWith(key, 'GET /api/orders/')).toBe(401);
    expect((await admin.delete(`${KEYS}${id}/`)).status).toBe(204);
    expect(await listed(admin, id)).toMatchObject({ state: 'revoked', revoked_at: expect.any(String) as string });
    const log = answer(await admin.get(`/api/admin/audit/?subject=api_key&subject_id=${id}`), AuditEntry.array());
    expect(log.map(({ action }) => action)).toEqual(['delete', 'create']);
  });

  test('is refused when it has expired', async () => {
    const admin = await owner();
    const { id, key } = await make(admin, ['orders:read'], { days: 1 });
    await shop().db.query(`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
    expect(await statusWith(key, 'GET /api/orders/')).toBe(401);
    expect(await listed(admin, id)).toMatchObject({ state: 'expired', revoked_at: null });
  });

  test.each([
    ['is locked', 'is_active = false', 'is_active = true'],
    ['is no administrator any more', 'is_staff = false', 'is_staff = true'],
  ])('is refused while its administrator %s', async (_what, away, back) => {
    const admin = await owner();
    const { id, key } = await make(admin, ['orders:read']);
    await shop().db.query(`UPDATE users SET ${away} WHERE id = $1`, [admin.id]);
    expect(await statusWith(key, 'GET /api/orders/')).toBe(401);
    expect(await listed(await given.admin(), id)).toMatchObject({ state: 'blocked' });
    await shop().db.query(`UPDATE users SET ${back} WHERE id = $1`, [admin.id]);
    expect(await statusWith(key, 'GET /api/orders/')).toBe(200);
  });

  test('is refused while its administrator lacks the second factor that the shop requires', async () => {
    const { key } = await make(await owner(), ['orders:read']);
    await shop().db.query(`INSERT INTO settings (key, value) VALUES ('security', '{"requireTwoFactor": true}')`);
    expect(await statusWith(key, 'GET /api/orders/')).toBe(401);
    await shop().db.query(`DELETE FROM settings WHERE key = 'security'`);
    expect(await statusWith(key, 'GET /api/orders/')).toBe(200);
  });

  test('has its last use recorded at most once a minute', async () => {
    const admin = await owner();
    const { id, key } = await make(admin, ['orders:read']);
    const noted = async () => (await listed(admin, id))?.last_used_at;
    await callWith(key, 'GET /api/orders/');
    const first = await noted();
    expect(first).toEqual(expect.any(String));
    await times(3, () => callWith(key, 'GET /api/orders/'));
    expect(await noted()).toBe(first);
    await shop().db.query(`UPDATE api_keys SET last_used_at = now() - interval '61 seconds' WHERE id = $1`, [id]);
    await callWith(key, 'GET /api/orders/');
    expect(Date.parse((await noted()) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
  });

  test('is ignored by a public call, whether it is valid or not', async () => {
    const { key } = await make(await owner(), API_SCOPES);
    for (const each of [key, newKey(), 'may_sk_x']) {
      const reply = await callWith(each, 'GET /api/products/');
      expect(reply.status).toBe(200);
    }
    const archived = await given.product();
    await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [archived]);
    expect(await statusWith(key, `GET /api/products/${archived}/`)).toBe(404);
  });

  test('is neither a token nor part of one', async () => {
    const { key } = await make(await owner(), ['orders:read']);
    for (const header of [`JWT ${key}`, key, `Basic ${key}`, `Bearer ${key}x`, `Bearer ${newKey()}`]) {
      expect((await visitor().get('/api/orders/', { Authorization: header })).status).toBe(401);
    }
  });

  test('has a rate limit of its own', async () => {
    const admin = await owner();
    const [one, two] = [await make(admin, ['orders:read']), await make(admin, ['orders:read'])];
    const limits = shop().app.get(RateLimits);
    for (let n = 1; n < RATE_LIMITS.callPerApiKey.points; n++) await limits.consume('callPerApiKey', `key ${one.id}`);
    expect(await statusWith(one.key, 'GET /api/orders/')).toBe(200);
    const refused = await callWith(one.key, 'GET /api/orders/');
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect(await statusWith(two.key, 'GET /api/orders/')).toBe(200);
  });

  test('acts for the shop also on orders of its own administrator: without a reason it cancels none', async () => {
    const admin = await owner();
    const { id, key } = await make(admin, ['orders:write']);
    const order = await given.order(admin);
    const cancel = (body: object) =>
      request(shop().url).post(`/api/orders/${order.id}/cancel/`).set('Authorization', `Bearer ${key}`).send(body);
    expect((await cancel({})).status).toBe(400);
    expect((await cancel({ reason: 'Hết vải' })).status).toBe(200);
    const log = answer(await admin.get(`/api/admin/audit/?subject=order&subject_id=${order.id}`), AuditEntry.array());
    expect(log).toMatchObject([{ action: 'cancel', api_key: { id }, after: { reason: 'Hết vải' } }]);
  });

  test('is deleted with the account of its administrator', async () => {
    const [admin, other] = [await owner(), await given.admin()];
    const { id, key } = await make(admin, ['orders:read']);
    expect((await other.delete(`/auth/users/${admin.id}/`)).status).toBe(204);
    expect(await statusWith(key, 'GET /api/orders/')).toBe(401);
    expect(await listed(other, id)).toBeUndefined();
  });
});

describe('the table of scopes', () => {
  interface Operation {
    security?: object[];
    description?: string;
  }
  async function describedCalls(): Promise<Map<string, Operation>> {
    const { paths } = (await visitor().get('/api/openapi.json')).body as {
      paths: Record<string, Record<string, Operation>>;
    };
    return new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, described]) => [`${method.toUpperCase()} ${path}`, described] as const),
      ),
    );
  }

  test('names every call of administrators, and only calls that exist and need a credential', async () => {
    const calls = await describedCalls();
    const ofAdmins = [...calls].flatMap(([call, { description = '' }]) =>
      description.startsWith('For administrators only.') ? [call] : [],
    );
    expect(ofAdmins.length).toBeGreaterThan(80);
    // A new call of administrators needs a line in `CALL_SCOPES`: its scope, or null when no key may make it.
    expect(ofAdmins.filter((call) => !(call in CALL_SCOPES))).toEqual([]);
    const isPublic = (call: string) => calls.get(call)?.security?.some((each) => Object.keys(each).length === 0);
    expect(Object.keys(CALL_SCOPES).filter((call) => !calls.has(call) || isPublic(call))).toEqual([]);
  });

  test('gives every scope a call, and no scope a credential, a setting or a right', () => {
    expect(new Set(Object.values(CALL_SCOPES).filter((scope) => scope !== null))).toEqual(new Set(API_SCOPES));
    const sensitive = Object.keys(CALL_SCOPES).filter((call) => /api-keys|webhook|settings|two-factor/.test(call));
    expect(sensitive.length).toBeGreaterThan(10);
    expect(sensitive.filter((call) => CALL_SCOPES[call] !== null)).toEqual([]);
    const ofUsers = Object.keys(CALL_SCOPES).filter((call) => / \/auth\//.test(call) && !call.startsWith('GET'));
    expect(ofUsers.filter((call) => CALL_SCOPES[call] !== null)).toEqual([]);
    const refunds = Object.keys(CALL_SCOPES).filter((call) => /refund.*(approve|reject)/.test(call));
    expect(refunds.map((call) => CALL_SCOPES[call])).toEqual(['refunds:write', 'refunds:write']);
  });

  test('holds for every call: its own scope opens it, all others together do not, and null is never opened', async () => {
    const admin = await owner();
    const limits = shop().app.get(RateLimits);
    const all = await make(admin, API_SCOPES);
    const wrong: string[] = [];
    for (const scope of API_SCOPES) {
      const only = await make(admin, [scope]);
      const others = await make(
        admin,
        API_SCOPES.filter((each) => each !== scope),
      );
      for (const [call] of Object.entries(CALL_SCOPES).filter(([, needed]) => needed === scope)) {
        if ([401, 403].includes(await statusWith(only.key, call))) wrong.push(`${call} with ${scope}`);
        if ((await statusWith(others.key, call)) !== 403) wrong.push(`${call} without ${scope}`);
      }
    }
    const calls = await describedCalls();
    const closed = [...calls].filter(
      ([call, { security }]) => !CALL_SCOPES[call] && !security?.some((each) => Object.keys(each).length === 0),
    );
    expect(closed.length).toBeGreaterThan(40);
    for (const [call] of closed) {
      if ((await statusWith(all.key, call)) !== 403) wrong.push(`${call} with everything`);
      await limits.reset('callPerApiKey', `key ${all.id}`);
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});
