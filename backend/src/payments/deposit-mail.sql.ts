import type { EntityManager } from 'typeorm';
import type { Vnd } from '../contract/rules.js';
import type { MailRow } from '../mail/mail-contents.js';

/** Returns the amount of a mail's deposit, and its wallet's balance now. By hand: both in one statement. */
export async function depositOfMail(tx: EntityManager, { payment_intent_id, user_id }: MailRow) {
  const [row]: { amount: string; balance: string }[] = await tx.query(
    `SELECT i.amount, a.balance FROM payment_intents i, accounts a WHERE i.id = $1 AND a.user_id = $2`,
    [payment_intent_id, user_id],
  );
  if (!row) throw new Error('The deposit of the mail is gone');
  return { amount: Number(row.amount) satisfies Vnd, balance: Number(row.balance) satisfies Vnd };
}
