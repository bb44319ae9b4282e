import type { MailRow } from '../../../src/mail/mail-contents.js';
import { renderMail } from '../../../src/mail/sending/render.js';
import { Config } from '../../../src/platform/config/config.js';
import { Me } from '../../../src/contract/accounts/profile.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { mailContents, mailPictures } from '../../mail/mail-contents.js';
import { given, type Shopper } from '../../support/given.js';

openShop();

const PASSWORD = 'mat-khau-1';
const NEW = 'mat-khau-2';
const OWN = { current_password: PASSWORD };

const emailOf = async (caller: Shopper) => answer(await caller.get('/auth/users/me/'), Me).email;

/** What the outbox holds for somebody beside the mails of other kinds, in the order in which it was put there. */
const mailsTo = ({ id }: Shopper): Promise<MailRow[]> =>
  shop().db.query(`SELECT * FROM mails WHERE user_id = $1 AND template <> 'password_reset' ORDER BY id`, [id]);
const mailsAndRecipients = async (caller: Shopper) =>
  (await mailsTo(caller)).map(({ template, recipient }) => ({ template, recipient }));
const written = async (row: MailRow | undefined) => {
  if (!row) throw new Error('There is no mail');
  const { orderPaymentWindow } = shop().app.get(Config);
  return renderMail(shop().db.manager, { contents: mailContents(), pictures: mailPictures() }, row, {
    publicUrl: 'https://may.example',
    orderPaymentWindow,
  });
};

/** Sets a new password by the link that the shop has mailed. */
async function reset(caller: Shopper): Promise<void> {
  await visitor().post('/auth/users/reset_password/', { email: await emailOf(caller) });
  const [row]: { secret: { uid: string; token: string } }[] = await shop().db.query(
    `SELECT secret FROM mails WHERE user_id = $1 AND template = 'password_reset'`,
    [caller.id],
  );
  const reply = await visitor().post('/auth/users/reset_password_confirm/', { ...row?.secret, new_password: NEW });
  expect(reply.status).toBe(204);
}

/** An administrator gives the account what is named; the rest stays. */
async function byAdmin(caller: Shopper, change: object): Promise<void> {
  const admin = await given.admin({ password: PASSWORD });
  const { username, email } = answer(await caller.get('/auth/users/me/'), Me);
  expect((await admin.put(`/auth/users/${caller.id}/`, { username, email, ...change, ...OWN })).status).toBe(200);
}

const ways: [string, (caller: Shopper) => Promise<unknown>, string[]][] = [
  [
    'the profile: an e-mail',
    (caller) => caller.patch('/auth/users/me/', { email: `moi-${caller.id}@example.com`, ...OWN }),
    ['email_changed'],
  ],
  [
    'the profile: a password',
    (caller) => caller.patch('/auth/users/me/', { password: NEW, ...OWN }),
    ['password_changed'],
  ],
  [
    'the profile: both',
    (caller) => caller.patch('/auth/users/me/', { email: `moi-${caller.id}@example.com`, password: NEW, ...OWN }),
    ['email_changed', 'password_changed'],
  ],
  [
    'set_password',
    (caller) => caller.post('/auth/users/set_password/', { password: NEW, ...OWN }),
    ['password_changed'],
  ],
  ['the mailed link', reset, ['password_changed']],
  [
    'an administrator: an e-mail',
    (caller) => byAdmin(caller, { email: `moi-${caller.id}@example.com` }),
    ['email_changed'],
  ],
  ['an administrator: a password', (caller) => byAdmin(caller, { password: NEW }), ['password_changed']],
];

test.each(ways)('a change by %s mails the address that the account had before', async (_way, change, templates) => {
  const caller = await given.shopper({ password: PASSWORD });
  const recipient = await emailOf(caller);
  await change(caller);
  expect(await mailsAndRecipients(caller)).toEqual(templates.map((template) => ({ template, recipient })));
});

test('a request that changes nothing, or is refused, sends no mail', async () => {
  const [caller, other] = [await given.shopper({ password: PASSWORD }), await given.shopper()];
  await caller.patch('/auth/users/me/', { email: await emailOf(caller), first_name: 'Mai' });
  await caller.patch('/auth/users/me/', { email: await emailOf(other), ...OWN });
  await caller.patch('/auth/users/me/', { password: NEW, current_password: 'wrong-one' });
  await byAdmin(caller, { username: `tên-mới-${caller.id}` });
  expect(await mailsAndRecipients(caller)).toEqual([]);
});

test('the mail says what happened, when, and what to do, and contains no credentials', async () => {
  const caller = await given.shopper({ password: PASSWORD });
  const before = await emailOf(caller);
  await caller.patch('/auth/users/me/', { email: `moi-${caller.id}@example.com`, password: NEW, ...OWN });
  await shop().db.query(`UPDATE mails SET created_at = '2026-01-30T09:30:00Z' WHERE user_id = $1`, [caller.id]);
  const [email, password] = await Promise.all((await mailsTo(caller)).map(written));
  expect([email?.to, password?.to]).toEqual([before, before]);
  expect(email?.subject).toBe('Email đăng nhập đã được thay đổi');
  expect(password?.subject).toBe('Mật khẩu đã được thay đổi');
  for (const mail of [email, password]) {
    expect(mail?.text).toContain(`Lúc 16:30 30/01/2026, tài khoản ${caller.username} của bạn tại MAY`);
    expect(mail?.text).toContain('Nếu không phải bạn, hãy');
    expect(JSON.stringify(mail)).not.toMatch(/mat-khau|token|moi-\d+@/);
  }
  expect(password?.html).toContain('href="https://may.example/forgot-password"');
});

test.each([
  ['that nobody has proved is told of five changes a day', false, 5],
  ['that its owner has proved is told of all changes', true, 6],
])('a mailbox %s; a refused one is not counted', async (_rule, isProved, told) => {
  const [caller, other] = [await given.shopper({ password: PASSWORD }), await given.shopper()];
  const taken = await emailOf(other);
  if (isProved) await shop().db.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [caller.id]);
  for (let i = 0; i < 5; i++) {
    expect((await caller.patch('/auth/users/me/', { email: taken, ...OWN })).status).toBe(400);
  }
  for (let i = 0; i < 6; i++) {
    expect((await caller.patch('/auth/users/me/', { password: PASSWORD, ...OWN })).status).toBe(200);
  }
  expect(await mailsAndRecipients(caller)).toHaveLength(told);
});

test('a user changes e-mail or password at most twenty times an hour', async () => {
  const caller = await given.shopper({ password: PASSWORD });
  const change = (i: number) => caller.patch('/auth/users/me/', { email: `lan-${i}-${caller.id}@example.com`, ...OWN });
  for (let i = 0; i < 20; i++) expect((await change(i)).status).toBe(200);
  expect((await change(20)).status).toBe(429);
  expect(await mailsAndRecipients(caller)).toHaveLength(20);
  expect((await caller.patch('/auth/users/me/', { first_name: 'Mai' })).status).toBe(200);
});
