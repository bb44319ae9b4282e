import { createHash } from 'node:crypto';
import { Me } from '../../../src/contract/accounts/profile.js';
import { SignedIn } from '../../../src/contract/accounts/auth.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, statuses, times, type Shopper } from '../../support/given.js';

openShop({ RATE_LIMIT: 'off' });

const PASSWORD = 'mat-khau-1';
const NEW = 'mat-khau-2';
const shopper = () => given.shopper({ password: PASSWORD });
const emailOf = async (caller: Shopper) => answer(await caller.get('/auth/users/me/'), Me).email;
const ask = (email: unknown) => visitor().post('/auth/users/reset_password/', { email });
const confirm = (body: object) => visitor().post('/auth/users/reset_password_confirm/', { new_password: NEW, ...body });
const signIn = (username: string, password: string) => visitor().post('/auth/jwt/create/', { username, password });

/** What the links of a user's mails hold, the latest first. */
async function links(userId: number): Promise<{ uid: string; token: string }[]> {
  const rows: { secret: { uid: string; token: string } }[] = await shop().db.query(
    `SELECT secret FROM mails WHERE user_id = $1 AND template = 'password_reset' ORDER BY id DESC`,
    [userId],
  );
  return rows.map(({ secret }) => secret);
}

async function linkTo(caller: Shopper): Promise<{ uid: string; token: string }> {
  expect((await ask(await emailOf(caller))).status).toBe(204);
  const [link] = await links(caller.id);
  return link ?? { uid: '', token: '' };
}

test('a link sets a new password once, ends every login and verifies the e-mail', async () => {
  const caller = await shopper();
  const { refresh } = answer(await signIn(caller.username, PASSWORD), SignedIn);
  const link = await linkTo(caller);
  expect((await confirm(link)).status).toBe(204);
  expect((await signIn(caller.username, PASSWORD)).status).toBe(401);
  expect((await signIn(caller.username, NEW)).status).toBe(200);
  expect((await caller.get('/auth/users/me/')).status).toBe(401);
  expect((await visitor().post('/auth/jwt/refresh/', { refresh })).status).toBe(401);
  expect((await confirm({ ...link, new_password: 'mat-khau-3' })).body).toHaveProperty('token');
  const [row]: object[] = await shop().db.query('SELECT email_verified_at FROM users WHERE id = $1', [caller.id]);
  expect(row).toEqual({ email_verified_at: expect.any(Date) as Date });
});

test('the database stores no token in plain text', async () => {
  const caller = await shopper();
  const { token } = await linkTo(caller);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const rows: { token_hash: string }[] = await shop().db.query(
    'SELECT token_hash FROM password_resets WHERE user_id = $1',
    [caller.id],
  );
  expect(rows).toEqual([{ token_hash: createHash('sha256').update(token).digest('hex') }]);
});

test('a known and an unknown e-mail get the same answer in the same time, and only the known one a mail', async () => {
  const caller = await shopper();
  const known = await emailOf(caller);
  const taken = async (email: string) => {
    const start = performance.now();
    const reply = await ask(email);
    expect([reply.status, reply.text]).toEqual([204, '']);
    return performance.now() - start;
  };
  await taken(known);
  const times = [await taken(known.toUpperCase()), await taken('nobody@example.com')];
  expect(Math.min(...times)).toBeGreaterThanOrEqual(299);
  expect(await links(caller.id)).toHaveLength(2);
});

test('concurrent uses of several links change the password once and invalidate the other links', async () => {
  const caller = await shopper();
  const first = await linkTo(caller);
  const second = await linkTo(caller);
  const replies = await times(6, (i) => confirm({ ...(i % 2 ? first : second), new_password: `mat-khau-1${i}` }));
  expect(statuses(replies)).toEqual({ 204: 1, 400: 5 });
  for (const link of [first, second]) expect((await confirm(link)).status).toBe(400);
});

test('a link is valid for an hour', async () => {
  const caller = await shopper();
  const link = await linkTo(caller);
  const [{ minutes } = { minutes: 0 }]: { minutes: number }[] = await shop().db.query(
    'SELECT extract(epoch FROM expires_at - now())::float8 / 60 AS minutes FROM password_resets WHERE user_id = $1',
    [caller.id],
  );
  expect(minutes).toBeGreaterThan(59);
  expect(minutes).toBeLessThanOrEqual(60);
  await shop().db.query('UPDATE password_resets SET expires_at = now()');
  expect((await confirm(link)).status).toBe(400);
  expect((await signIn(caller.username, PASSWORD)).status).toBe(200);
});

test('a link works for its own account only, and stays valid after a refused password', async () => {
  const caller = await shopper();
  const other = await shopper();
  const link = await linkTo(caller);
  for (const wrong of [
    { ...link, uid: String(other.id) },
    { ...link, uid: '0' },
    { ...link, uid: '1e3' },
    { ...link, uid: '9'.repeat(30) },
    { ...link, token: `${link.token}x` },
  ]) {
    const reply = await confirm(wrong);
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'token']]);
  }
  const weak = await confirm({ ...link, new_password: '12345' });
  expect([weak.status, Object.keys(weak.body)]).toEqual([400, ['detail', 'error', 'new_password']]);
  for (const body of [{ token: link.token }, { uid: link.uid }, { ...link, token: {} }]) {
    expect((await confirm(body)).status).toBe(400);
  }
  expect((await confirm({ ...link, uid: Number(link.uid) })).status).toBe(204);
});

test.each([
  ['another password', { password: 'mat-khau-5' }],
  ['another e-mail', { email: 'khac@example.com' }],
])('%s invalidates open links', async (_what, change) => {
  const caller = await shopper();
  const link = await linkTo(caller);
  answer(await caller.patch('/auth/users/me/', { ...change, current_password: PASSWORD }), Me);
  expect((await confirm(link)).status).toBe(400);
});

test('a locked account gets no mail, and its link does not work', async () => {
  const caller = await shopper();
  const email = await emailOf(caller);
  const link = await linkTo(caller);
  await shop().db.query('UPDATE users SET is_active = false WHERE id = $1', [caller.id]);
  expect((await ask(email)).status).toBe(204);
  expect(await links(caller.id)).toHaveLength(1);
  expect((await confirm(link)).status).toBe(400);
});

test.each([undefined, '', 'nobody', 5, 'a@b'])('the e-mail %j is refused', async (email) => {
  const reply = await ask(email);
  expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'email']]);
});

test('registering adds a welcome mail to the outbox', async () => {
  const reply = await visitor().post('/auth/users/', { username: 'moi', email: 'moi@example.com', password: PASSWORD });
  const mails: object[] = await shop().db.query('SELECT template FROM mails WHERE user_id = $1', [reply.body.id]);
  expect(mails).toEqual([{ template: 'welcome' }]);
});
