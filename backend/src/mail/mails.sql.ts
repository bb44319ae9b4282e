import type { DataSource, EntityManager } from 'typeorm';
import type { Mail, MailQuery } from '../contract/administration/mail.js';
import { Conditions, containing, matchesAccount } from '../platform/database/conditions.js';
import { readBacklog, type Backlog } from '../platform/database/backlog.sql.js';
import type { MailRow } from './mail-contents.js';

/*
 * The outbox. By hand: claiming a mail is one guarded UPDATE that computes the next attempt; a list joins tables of later modules.
 */

/** Columns by name, so that secrets never leak. */
const MAILS = `
  SELECT m.id, m.template, m.state, m.attempts, m.last_error, m.created_at, m.sent_at,
    json_build_object('id', u.id, 'username', u.username, 'email', coalesce(m.recipient, u.email)) AS user,
    (SELECT e.order_id FROM order_events e WHERE e.id = m.order_event_id) AS order_id,
    CASE WHEN m.state = 'pending' THEN m.next_attempt_at END AS next_attempt_at,
    m.state = 'failed' AND m.template <> 'password_reset' AS can_send_again
  FROM mails m LEFT JOIN users u ON u.id = m.user_id`;

/**
 * When the last mail of a template was queued for a user, apart from those given up; null before the first, and once it is deleted: a
 * week later at the earliest.
 * @param userId an SQL expression
 */
export const lastQueued = (template: 'cart_reminder' | 'cart_reminder_confirm', userId: string): string =>
  `(SELECT max(m.created_at) FROM mails m WHERE m.user_id = ${userId} AND m.template = '${template}' AND m.state <> 'failed')`;

/** A mail as administrators see it. */
export type ListedMail = Omit<Mail, 'created_at' | 'sent_at' | 'next_attempt_at'> & {
  created_at: Date;
  sent_at: Date | null;
  next_attempt_at: Date | null;
};

/** Reads a slice of the mails that match, newest first, and their number. The retention of mails bounds what days without a search read. */
export async function listMails(
  db: DataSource,
  { search, state, ...days }: MailQuery,
  { skip, take }: { skip: number; take: number },
): Promise<[ListedMail[], number]> {
  const where = new Conditions().equal('m.state', state).days('m.created_at', days);
  if (search) where.add(`m.id IN (${matchingMails(search)})`, containing(search));
  const rows: ListedMail[] = await db.query(
    `${MAILS} ${where.sql} ORDER BY m.id DESC OFFSET ${skip} LIMIT ${take}`,
    where.values,
  );
  return [rows, await where.count(db, 'mails m')];
}

/**
 * Returns a statement, in which `?` stands for `containing(search)`, with the ids of the mails to an account, to an address without one,
 * or about an order: a part for each, because each has an index of its own.
 */
function matchingMails(search: string): string {
  const order = /^#?(\d{1,9})$/.exec(search)?.[1];
  return [
    `SELECT id FROM mails WHERE user_id IN (SELECT u.id FROM users u WHERE ${matchesAccount('u.search_text', search)})`,
    'SELECT id FROM mails WHERE recipient IS NOT NULL AND fold_vi(recipient) LIKE fold_vi(?)',
    ...(order
      ? [`SELECT o.id FROM mails o JOIN order_events e ON e.id = o.order_event_id WHERE e.order_id = ${Number(order)}`]
      : []),
  ].join(' UNION ALL ');
}

export async function findMail(db: DataSource, id: number): Promise<ListedMail | undefined> {
  const [mail]: ListedMail[] = await db.query(`${MAILS} WHERE m.id = $1`, [id]);
  return mail;
}

/**
 * The condition of failed mails that an administrator sends again together: of the last days, with what their content needs.
 * @param days an SQL expression
 */
export const isResendable = (days: string): string =>
  `state = 'failed' AND template <> 'password_reset' AND created_at > now() - make_interval(days => ${days})`;

/**
 * Puts failed mails of the last days back into the outbox with all their attempts, oldest first. One that another call has
 * locked is left to it.
 * @returns how many
 */
export async function requeueFailed(tx: EntityManager, days: number, limit: number): Promise<number> {
  const [, count]: [unknown, number] = await tx.query(
    `WITH chosen AS MATERIALIZED (SELECT id FROM mails WHERE ${isResendable('$1')} ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
     UPDATE mails SET state = 'pending', attempts = 0, next_attempt_at = now() WHERE id IN (SELECT id FROM chosen)`,
    [days, limit],
  );
  return count;
}

/** Counts the failed mails that `requeueFailed` would still find. */
export async function countResendable(tx: EntityManager, days: number): Promise<number> {
  const [row]: { count: number }[] = await tx.query(
    `SELECT count(*)::integer AS count FROM mails WHERE ${isResendable('$1')}`,
    [days],
  );
  return row?.count ?? 0;
}

/** Returns the ids of due mails, longest due first. Links that expire within the hour come before all others. */
export async function dueMails(db: DataSource, limit: number): Promise<number[]> {
  const rows: { id: number }[] = await db.query(
    `SELECT id FROM mails WHERE state = 'pending' AND next_attempt_at <= now()
     ORDER BY template <> 'password_reset', next_attempt_at LIMIT $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Begins the error of a mail of which an attempt was interrupted. Later attempts keep it: the mail may have gone out then. */
export const MAY_BE_SENT = 'Có thể đã gửi ở một lần thử bị gián đoạn. ';

/**
 * Claims a due mail: counts the attempt, sets the time of the next one, and forgets the error of the last one. A mail with attempts and
 * without an error is therefore one whose last attempt was interrupted.
 * @param pauses minutes after each attempt; the last one counts for all further attempts
 * @returns undefined when it is not due, or another process claimed it
 */
export async function claimMail(db: DataSource, id: number, pauses: readonly number[]): Promise<MailRow | undefined> {
  const [[mail]]: [MailRow[], number] = await db.query(
    `UPDATE mails m SET attempts = m.attempts + 1, last_error = NULL,
       next_attempt_at = now() + ($2::integer[])[least(m.attempts + 1, cardinality($2::integer[]))] * interval '1 minute'
     FROM mails o WHERE m.id = $1 AND o.id = m.id AND m.state = 'pending' AND m.next_attempt_at <= now()
     RETURNING m.id, m.template, m.user_id, m.stock_alert_id, m.order_event_id, m.payment_intent_id, m.secret, m.recipient,
       m.created_at, m.attempts, coalesce(starts_with(o.last_error, $3), o.attempts > 0) AS may_be_sent`,
    [id, pauses, MAY_BE_SENT],
  );
  return mail;
}

/** Reads the account that a mail is for. */
export async function readRecipient(
  tx: EntityManager,
  userId: number,
): Promise<{ username: string; email: string; is_active: boolean } | undefined> {
  const [user]: { username: string; email: string; is_active: boolean }[] = await tx.query(
    'SELECT username, email, is_active FROM users WHERE id = $1',
    [userId],
  );
  return user;
}

/** Mails that are due and not sent. */
export const mailBacklog = (db: DataSource): Promise<Backlog> =>
  readBacklog(db, `FROM mails WHERE state = 'pending' AND next_attempt_at <= now()`, 'next_attempt_at');
