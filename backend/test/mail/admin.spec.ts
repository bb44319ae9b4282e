import { pageSchema } from '../../src/contract/common.js';
import { AuditEntry } from '../../src/contract/administration/audit.js';
import { Mail, ResentMails } from '../../src/contract/administration/mail.js';
import { MAX_RESENT_MAILS } from '../../src/contract/administration/mail-rules.js';
import { queueMail } from '../../src/mail/outbox.js';
import { answer, openShop, shop } from '../support/client.js';
import { given, statuses, times, type Shopper } from '../support/given.js';

openShop();

const MailPage = pageSchema(Mail);
beforeEach(() => shop().db.query('DELETE FROM mails'));

async function welcomed(state: 'pending' | 'sent' | 'failed'): Promise<{ shopper: Shopper; id: number }> {
  const shopper = await given.shopper();
  await queueMail(shop().db.manager, { template: 'welcome', userId: shopper.id });
  const [row]: { id: number }[] = await shop().db.query('SELECT max(id) AS id FROM mails');
  const id = row?.id ?? 0;
  await shop().db.query(
    `UPDATE mails SET state = $2, attempts = 5, last_error = CASE WHEN $2 = 'failed' THEN '550 no such user' END,
       sent_at = CASE WHEN $2 = 'sent' THEN now() END WHERE id = $1`,
    [id, state],
  );
  return { shopper, id };
}

test('an administrator sees all mails, newest first, or those of a state', async () => {
  const admin = await given.admin();
  const [failed, sent, pending] = [await welcomed('failed'), await welcomed('sent'), await welcomed('pending')];
  const all = answer(await admin.get('/api/admin/mails/'), Mail.array());
  expect(all.map(({ id }) => id)).toEqual([pending.id, sent.id, failed.id]);
  const page = answer(await admin.get('/api/admin/mails/?state=failed&page=1&page_size=5'), MailPage);
  expect(page).toMatchObject({ count: 1, page: 1, page_size: 5 });
  expect(page.results).toMatchObject([
    {
      id: failed.id,
      template: 'welcome',
      user: { id: failed.shopper.id, username: failed.shopper.username },
      order_id: null,
      state: 'failed',
      last_error: '550 no such user',
      can_send_again: true,
      next_attempt_at: null,
    },
  ]);
  expect(answer(await admin.get('/api/admin/mails/?state=&page=1&page_size=2'), MailPage).count).toBe(3);
  expect(answer(await admin.get('/api/admin/mails/?state=sent&page=9'), MailPage).results).toEqual([]);
});

test('a mail about an order names it, and no answer holds a secret', async () => {
  const [admin, shopper] = [await given.admin(), await given.shopper()];
  const order = await given.order(shopper);
  await queueMail(shop().db.manager, { template: 'password_reset', userId: shopper.id, uid: 'MQ', token: 'topsecret' });
  const reply = await admin.get('/api/admin/mails/');
  expect(answer(reply, Mail.array()).map(({ order_id }) => order_id)).toEqual([null, order.id]);
  expect(reply.text).not.toContain('topsecret');
});

describe('a search', () => {
  const found = async (admin: Shopper, query: string) =>
    answer(await admin.get(`/api/admin/mails/?${query}`), Mail.array()).map(({ id }) => id);

  test('finds the mails to a person, to an address without an account, and about an order', async () => {
    const [admin, shopper] = [await given.admin(), await given.shopper()];
    await shopper.patch('/auth/users/me/', { last_name: 'Đỗ Thị', first_name: 'Sen' });
    const order = await given.order(shopper);
    const { id: other } = await welcomed('sent');
    await queueMail(shop().db.manager, {
      template: 'email_changed',
      userId: shopper.id,
      recipient: 'cu_100%@example.com',
    });
    const [about, moved] = (await found(admin, '')).filter((id) => id !== other).toSorted((a, b) => a - b);
    expect(await found(admin, `search=%23${order.id}`)).toEqual([about]);
    expect(await found(admin, 'search=do+thi+sen')).toEqual([moved, about]);
    expect(await found(admin, 'search=do+thi+sen&state=sent')).toEqual([]);
    expect(await found(admin, 'search=CU_100%25')).toEqual([moved]);
    // Escaped: no pattern.
    expect(await found(admin, 'search=cu_1%25%25')).toEqual([]);
    expect(await found(admin, `search=${'9'.repeat(254)}`)).toEqual([]);
    const page = answer(await admin.get('/api/admin/mails/?search=do+thi+sen&page=1&page_size=1'), MailPage);
    expect(page).toMatchObject({ count: 2, results: [{ id: moved }] });
  });

  test('is limited to the days on which mails were queued', async () => {
    const admin = await given.admin();
    const { id } = await welcomed('sent');
    await welcomed('sent');
    // Half past midnight in Vietnam.
    await shop().db.query(`UPDATE mails SET created_at = '2024-05-01T17:30:00Z' WHERE id = $1`, [id]);
    expect(await found(admin, 'from=2024-05-02&to=2024-05-02')).toEqual([id]);
    expect(await found(admin, 'to=2024-05-01')).toEqual([]);
    expect((await admin.get('/api/admin/mails/?from=yesterday')).status).toBe(400);
  });
});

test('a wrong state or page is refused', async () => {
  const admin = await given.admin();
  const reply = await admin.get('/api/admin/mails/?state=lost');
  expect([reply.status, reply.body.state]).toEqual([400, ['Trạng thái không hợp lệ']]);
  expect((await admin.get('/api/admin/mails/?page=0')).status).toBe(400);
});

test('a failed mail is sent again with all its attempts, once, and is in the audit log', async () => {
  const admin = await given.admin();
  const { id } = await welcomed('failed');
  const replies = await times(5, () => admin.post(`/api/admin/mails/${id}/send/`));
  expect(statuses(replies)).toEqual({ 200: 1, 409: 4 });
  const sent = answer(
    replies.find(({ status }) => status === 200)!,
    Mail,
  );
  expect(sent).toMatchObject({ id, state: 'pending', attempts: 0, can_send_again: false });
  expect(Date.parse(sent.next_attempt_at ?? '')).toBeLessThanOrEqual(Date.now());
  const log = answer(await admin.get(`/api/admin/audit/?subject=mail&subject_id=${id}`), AuditEntry.array());
  expect(log).toMatchObject([{ action: 'update', actor: { id: admin.id }, subject_name: `Gửi lại email #${id}` }]);
});

test.each(['pending', 'sent'] as const)('a %s mail is not sent again', async (state) => {
  const { id } = await welcomed(state);
  expect((await (await given.admin()).post(`/api/admin/mails/${id}/send/`)).status).toBe(409);
});

test('a failed password reset is not sent again: its link is forgotten', async () => {
  const [admin, shopper] = [await given.admin(), await given.shopper()];
  await queueMail(shop().db.manager, { template: 'password_reset', userId: shopper.id, uid: 'MQ', token: 't' });
  await shop().db.query(`UPDATE mails SET state = 'failed', secret = NULL`);
  const [mail] = answer(await admin.get('/api/admin/mails/'), Mail.array());
  expect(mail?.can_send_again).toBe(false);
  expect((await admin.post(`/api/admin/mails/${mail?.id}/send/`)).status).toBe(409);
});

test.each(['0', 'abc', '999999', '9223372036854775808'])('mail %s is unknown', async (id) => {
  expect((await (await given.admin()).post(`/api/admin/mails/${id}/send/`)).status).toBe(404);
});

const age = (id: number, days: number) =>
  shop().db.query(`UPDATE mails SET created_at = now() - make_interval(days => $2) WHERE id = $1`, [id, days]);
const statesOf = async () => {
  const rows: { id: number; state: string; attempts: number }[] = await shop().db.query(
    'SELECT id, state, attempts FROM mails ORDER BY id',
  );
  return rows.map(({ id, state, attempts }) => [id, state, attempts]);
};

test('all failed mails of a week are sent again at once, and the audit log says how many', async () => {
  const admin = await given.admin();
  const [old, first, second, sent] = [
    await welcomed('failed'),
    await welcomed('failed'),
    await welcomed('failed'),
    await welcomed('sent'),
  ];
  await age(old.id, 8);
  await queueMail(shop().db.manager, { template: 'password_reset', userId: first.shopper.id, uid: 'MQ', token: 't' });
  await shop().db.query(`UPDATE mails SET state = 'failed', secret = NULL WHERE template = 'password_reset'`);
  const again = answer(await admin.post('/api/admin/mails/send/'), ResentMails);
  expect(again).toEqual({ count: 2, remaining: 0 });
  expect(await statesOf()).toEqual([
    [old.id, 'failed', 5],
    [first.id, 'pending', 0],
    [second.id, 'pending', 0],
    [sent.id, 'sent', 5],
    [expect.any(Number), 'failed', 0],
  ]);
  const entries = answer(await admin.get(`/api/admin/audit/?subject=mail&actor=${admin.id}`), AuditEntry.array());
  expect(entries).toMatchObject([{ action: 'update', actor: { id: admin.id }, subject_id: null, after: { count: 2 } }]);
});

test('without failed mails nothing is sent again and nothing is recorded', async () => {
  const admin = await given.admin();
  const audited = () => shop().db.query<object[]>(`SELECT id FROM audit_entries WHERE subject = 'mail'`);
  const before = await audited();
  const again = answer(await admin.post('/api/admin/mails/send/'), ResentMails);
  expect(again).toEqual({ count: 0, remaining: 0 });
  expect(await audited()).toEqual(before);
});

test('one call sends a bounded number of failed mails again, oldest first, and says how many remain', async () => {
  const [admin, { id }] = [await given.admin(), await welcomed('failed')];
  await shop().db.query(
    `INSERT INTO mails (template, user_id, state) SELECT 'cart_reminder', user_id, 'failed' FROM mails, generate_series(1, $2) WHERE id = $1`,
    [id, MAX_RESENT_MAILS + 1],
  );
  expect(answer(await admin.post('/api/admin/mails/send/'), ResentMails)).toEqual({
    count: MAX_RESENT_MAILS,
    remaining: 2,
  });
  expect((await statesOf()).map(([, state]) => state).slice(-3)).toEqual(['pending', 'failed', 'failed']);
  expect(answer(await admin.post('/api/admin/mails/send/'), ResentMails)).toEqual({ count: 2, remaining: 0 });
});
