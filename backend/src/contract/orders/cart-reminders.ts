import { z } from 'zod';
import { Id, MailLink } from '../common.js';
import { MAX_QUANTITY, MAX_REMINDED_LINES } from '../rules.js';

/**
 * Whether the shop offers reminders of carts by e-mail, whether the account has agreed to them, and whether its mailbox has:
 * without that no reminder is sent.
 */
export const CartReminder = z
  .object({ is_offered: z.boolean(), is_on: z.boolean(), is_confirmed: z.boolean() })
  .meta({ id: 'CartReminder' });
export type CartReminder = z.infer<typeof CartReminder>;

/** Gives or withdraws the account's consent. Withdrawing deletes the kept cart. */
export const CartReminderChange = z.object({ is_on: z.boolean() }).meta({ id: 'CartReminderChange' });
export type CartReminderChange = z.infer<typeof CartReminderChange>;

/** The cart of the device that changed it last. `variant_id` is null for a product without variants. */
export const ReminderCart = z
  .object({
    items: z
      .array(z.object({ id: Id, variant_id: Id.nullable(), qty: z.int().min(1).max(MAX_QUANTITY) }))
      .max(MAX_REMINDED_LINES),
  })
  .meta({ id: 'ReminderCart' });
export type ReminderCart = z.infer<typeof ReminderCart>;

/** The link of a mail that confirms or ends reminders. */
export const CartReminderLink = MailLink.meta({ id: 'CartReminderLink' });
export type CartReminderLink = z.infer<typeof CartReminderLink>;
