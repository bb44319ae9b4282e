import type { RefundRequest as RefundOnTheWire } from '../contract/refunds.js';
import type { RefundRequest } from '../orders/refund-request.entity.js';

/** @param request with its `order` and that order's `user` */
export function refundView({ id, order, reason, isApproved, createdAt }: RefundRequest): RefundOnTheWire {
  return {
    id,
    user: { username: order.user.username, email: order.user.email },
    order: { id: order.id, totalPrice: order.totalPrice },
    reason,
    isApproved,
    createdAt: createdAt.toISOString(),
  };
}
