import { z } from 'zod';
import { Id, PageQuery, Timestamp } from './common.js';

export const MailTemplate = z.enum([
  'welcome',
  'password_reset',
  'order_placed',
  'order_paid',
  'order_cancelled',
  'order_expired',
  'order_delivered',
  'refund_decided',
  'deposit',
  'email_changed',
  'password_changed',
  'two_factor_on',
  'two_factor_off',
]);
export type MailTemplate = z.infer<typeof MailTemplate>;

/** `pending`: it waits for its first or its next attempt. `failed`: given up, until an administrator sends it again. */
export const MailState = z.enum(['pending', 'sent', 'failed'], 'Trạng thái không hợp lệ');
export type MailState = z.infer<typeof MailState>;

/** A mail as the back office sees it: never what it says, nor what a link in it opens. */
export const Mail = z
  .object({
    id: Id,
    template: MailTemplate,
    user: z.object({ id: Id, username: z.string(), email: z.string() }),
    /** The order that it tells of. */
    order_id: Id.nullable(),
    state: MailState,
    attempts: z.int(),
    last_error: z.string().nullable(),
    created_at: Timestamp,
    /** Null unless it is pending. */
    next_attempt_at: Timestamp.nullable(),
    sent_at: Timestamp.nullable(),
    /** A failed password reset cannot be: its link is forgotten. */
    can_send_again: z.boolean(),
  })
  .meta({ id: 'Mail' });
export type Mail = z.infer<typeof Mail>;

/** An empty state is none. */
export const MailQuery = PageQuery.extend({
  state: z.preprocess((state) => (state === '' ? undefined : state), MailState.optional()),
});
export type MailQuery = z.infer<typeof MailQuery>;
