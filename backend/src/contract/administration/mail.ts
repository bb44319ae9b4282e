import { z } from 'zod';
import { DayQuery, Id, PageQuery, Search, Timestamp } from '../common.js';

export const MailTemplate = z.enum([
  'welcome',
  'password_reset',
  'order_placed',
  'order_paid',
  'order_cancelled',
  'order_expired',
  'order_sent',
  'order_delivered',
  'refund_decided',
  'payment_credited',
  'deposit',
  'email_changed',
  'password_changed',
  'two_factor_on',
  'two_factor_off',
  'stock_alert_confirm',
  'back_in_stock',
  'webhook_disabled',
  'cart_reminder',
  'cart_reminder_confirm',
  'api_keys_remain',
  'api_key_created',
  'webhook_widened',
  'bank_webhook_created',
  'transfer_account_changed',
]);
export type MailTemplate = z.infer<typeof MailTemplate>;

/** `pending`: waits for its first or next attempt. `failed`: given up until an administrator sends it again. */
export const MailState = z.enum(['pending', 'sent', 'failed'], 'Trạng thái không hợp lệ');
export type MailState = z.infer<typeof MailState>;

/** A mail in the back office, without its content and without its links. */
export const Mail = z
  .object({
    id: Id,
    template: MailTemplate,
    /** The addressee; without id and name for an address that has no account. */
    user: z.object({ id: Id.nullable(), username: z.string().nullable(), email: z.string() }),
    /** The order that the mail is about. */
    order_id: Id.nullable(),
    state: MailState,
    attempts: z.int(),
    last_error: z.string().nullable(),
    created_at: Timestamp,
    /** Null unless it is pending. */
    next_attempt_at: Timestamp.nullable(),
    sent_at: Timestamp.nullable(),
    /** False for a failed password reset, whose link is not stored. */
    can_send_again: z.boolean(),
  })
  .meta({ id: 'Mail' });
export type Mail = z.infer<typeof Mail>;

/**
 * `search` is an order's number, or matches part of the addressee's names, e-mail address or phone number. `from` and `to` limit the day
 * on which the mail was queued. An empty state means omitted.
 */
export const MailQuery = PageQuery.extend({
  ...DayQuery.shape,
  search: Search,
  state: z.preprocess((state) => (state === '' ? undefined : state), MailState.optional()),
});
export type MailQuery = z.infer<typeof MailQuery>;

/** How many failed mails are sent again, and how many of those days a further call would send. */
export const ResentMails = z.object({ count: z.int(), remaining: z.int() }).meta({ id: 'ResentMails' });
export type ResentMails = z.infer<typeof ResentMails>;
