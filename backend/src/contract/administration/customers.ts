import { z } from 'zod';
import { AdminUser } from '../accounts/admin-users.js';
import { Id, Timestamp, Vnd } from '../common.js';

/** A customer at a glance, for administrators. A closed account has no names and no e-mail address; what it ordered stays. */
export const Customer = z
  .object({
    user: AdminUser.extend({
      phone: z.string(),
      /** When the account was closed; null for an open one. */
      closed_at: Timestamp.nullable(),
    }),
    /** Figures of the newest 10,000 orders. */
    orders: z.object({
      count: z.int(),
      /** Orders that were paid, also if they were refunded later. */
      paid: z.int(),
      /** The sum of their totals. */
      spent: z.int(),
      /** What of it went back to the wallet or the card. */
      refunded: z.int(),
      last_at: Timestamp.nullable(),
      /** Orders whose status is `unpaid`. */
      unpaid: z.int(),
    }),
    /** Null until it is opened. */
    wallet: z.object({ id: Id, balance: Vnd, owed: Vnd, is_active: z.boolean() }).nullable(),
    /** The number of reviews. */
    reviews: z.int(),
    /** The conversation with the shop; null until it begins. */
    chat: z.object({ last_at: Timestamp, is_unanswered: z.boolean() }).nullable(),
  })
  .meta({ id: 'Customer' });
export type Customer = z.infer<typeof Customer>;
