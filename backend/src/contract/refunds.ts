import { z } from 'zod';
import { Id, Timestamp, Vnd, requiredText } from './common.js';
import { MAX_REFUND_REASON, TEXTS } from './rules.js';

export const RequestRefund = z
  .object({ order_id: Id, reason: requiredText(MAX_REFUND_REASON, TEXTS.refundReason) })
  .meta({ id: 'RequestRefund' });
export type RequestRefund = z.infer<typeof RequestRefund>;

/** `isApproved` is null until an administrator has decided. */
export const RefundRequest = z
  .object({
    id: Id,
    user: z.object({ username: z.string(), email: z.string() }),
    order: z.object({ id: Id, totalPrice: Vnd }),
    reason: z.string(),
    isApproved: z.boolean().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'RefundRequest' });
export type RefundRequest = z.infer<typeof RefundRequest>;
