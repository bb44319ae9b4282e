import type { EntityManager } from 'typeorm';
import { OutboxMail } from './outbox-mail.entity.js';

/** The security mails about changes of an account's credentials. */
export type AccountChange =
  'email_changed' | 'password_changed' | 'two_factor_on' | 'two_factor_off' | 'api_keys_remain';

/** The notices to all administrators of a change that opens the shop's data or money to somebody, or of what needs them. */
export type AdminNotice =
  'api_key_created' | 'webhook_widened' | 'bank_webhook_created' | 'transfer_account_changed' | 'webhook_disabled';

/** The mails about an alert on the stock of goods. */
type StockAlertTemplate = 'stock_alert_confirm' | 'back_in_stock';

/**
 * A mail to a user: its template and references, not its text. The text is rendered when the mail is sent, from the facts
 * at that time. The mails about an order are written with its events, see `recordOrderEvents`.
 */
type Mail =
  | { template: 'welcome' | 'cart_reminder' | 'cart_reminder_confirm' | AdminNotice; userId: number }
  /** `uid` and `token` open the link; the outbox deletes both when the mail is sent. */
  | { template: 'password_reset'; userId: number; uid: string; token: string }
  | { template: 'deposit'; userId: number; paymentIntentId: string }
  /** Goes to `recipient`, the e-mail that the account had before the change. */
  | { template: AccountChange; userId: number; recipient: string }
  /** Goes to an address that may have no account. */
  | { template: StockAlertTemplate; stockAlertId: number; recipient: string };

/**
 * Puts a mail into the outbox; the worker sends it after `tx` commits. A second welcome for a user, or a second mail for a
 * deposit, violates a unique index: the caller must know that it is the first.
 */
export async function queueMail(tx: EntityManager, mail: Mail): Promise<void> {
  await tx.insert(OutboxMail, {
    template: mail.template,
    userId: 'userId' in mail ? mail.userId : null,
    stockAlertId: 'stockAlertId' in mail ? mail.stockAlertId : null,
    paymentIntentId: mail.template === 'deposit' ? mail.paymentIntentId : null,
    secret: mail.template === 'password_reset' ? { uid: mail.uid, token: mail.token } : null,
    recipient: 'recipient' in mail ? mail.recipient : null,
  });
}
