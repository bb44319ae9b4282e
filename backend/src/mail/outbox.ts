import type { EntityManager } from 'typeorm';

/** What the owner is told of an account that has changed hands, or seems to. */
export type AccountChange = 'email_changed' | 'password_changed' | 'two_factor_on' | 'two_factor_off';

/**
 * A mail to a user: what it tells of, not what it says. What it says is read when it is sent, so that it tells of the
 * present. The mails about an order are written with its events, see `logOrder`.
 */
type Mail =
  | { template: 'welcome'; userId: number }
  /** The link works for whoever holds `uid` and `token`; the outbox forgets both with the sending. */
  | { template: 'password_reset'; userId: number; uid: string; token: string }
  | { template: 'deposit'; userId: number; paymentIntentId: string }
  /** Goes to `recipient`, the e-mail that the account had before the change. */
  | { template: AccountChange; userId: number; recipient: string };

/**
 * Puts a mail into the outbox; the worker sends it when `tx` has been committed, and never when it was undone. A second
 * welcome for a user, or a second mail for a deposit, breaks a unique index: whoever queues one knows that it is the first.
 */
export async function queueMail(tx: EntityManager, mail: Mail): Promise<void> {
  await tx.query(
    'INSERT INTO mails (template, user_id, payment_intent_id, secret, recipient) VALUES ($1, $2, $3, $4, $5)',
    [
      mail.template,
      mail.userId,
      mail.template === 'deposit' ? mail.paymentIntentId : null,
      mail.template === 'password_reset' ? JSON.stringify({ uid: mail.uid, token: mail.token }) : null,
      'recipient' in mail ? mail.recipient : null,
    ],
  );
}
