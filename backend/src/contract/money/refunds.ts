import { z } from 'zod';
import { DayQuery, Id, PageQuery, Search, Timestamp, oneOf, optionalText, requiredText } from '../common.js';
import { Order } from '../orders/orders.js';
import { MAX_REFUND_REASON, TEXTS } from '../rules.js';

export const RequestRefund = z
  .object({ order_id: Id, reason: requiredText(MAX_REFUND_REASON, TEXTS.refundReason) })
  .meta({ id: 'RequestRefund' });
export type RequestRefund = z.infer<typeof RequestRefund>;

/** A full refund that the shop begins. The buyer reads the reason. */
export const RefundOrder = z
  .object({ reason: requiredText(MAX_REFUND_REASON, TEXTS.refundReason) })
  .meta({ id: 'RefundOrder' });
export type RefundOrder = z.infer<typeof RefundOrder>;

/** A rejection of a request, also without a body. The buyer reads the reason; empty for none. */
export const RejectRefund = z
  .object({ reason: optionalText(MAX_REFUND_REASON).default('') })
  .prefault({})
  .meta({ id: 'RejectRefund' });
export type RejectRefund = z.infer<typeof RejectRefund>;

/** `isApproved` is null until an administrator has decided. */
export const RefundRequest = z
  .object({
    id: Id,
    user: z.object({ username: z.string(), email: z.string() }),
    /** Some fields of the `Order`. */
    order: Order.pick({
      id: true,
      totalPrice: true,
      refundedToCard: true,
      leftToRefund: true,
      disputes: true,
      parcel: true,
      isDelivered: true,
    }),
    reason: z.string(),
    isApproved: z.boolean().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'RefundRequest' });
export type RefundRequest = z.infer<typeof RefundRequest>;

const REFUND_STATES = ['pending', 'approved', 'rejected'] as const;
/** `pending-first`: undecided requests before decided ones, each newest first. */
const REFUND_SORTS = ['pending-first', 'date-desc', 'date-asc', 'total-desc', 'total-asc'] as const;

/**
 * `search` is an order's number, or matches part of its buyer's names, e-mail address or phone number. `from` and `to` limit
 * the day of the request.
 */
export const RefundQuery = PageQuery.extend({
  ...DayQuery.shape,
  search: Search,
  status: oneOf(REFUND_STATES),
  sort: oneOf(REFUND_SORTS),
});
export type RefundQuery = z.infer<typeof RefundQuery>;
