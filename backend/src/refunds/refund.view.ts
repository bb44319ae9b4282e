import type { RefundRequest as RefundOnTheWire } from '../contract/refunds.js';
import { toldOf } from '../orders/order.view.js';
import type { RefundRequest } from '../orders/refund-request.entity.js';

/** @param request with its `order`, that order's `user`, and what `addCardRefunds` says of it */
export function refundView({ id, order, reason, isApproved, createdAt }: RefundRequest): RefundOnTheWire {
  return {
    id,
    user: { username: order.user.username, email: order.user.email },
    order: { id: order.id, totalPrice: order.totalPrice, refundedToCard: toldOf(order) },
    reason,
    isApproved,
    createdAt: createdAt.toISOString(),
  };
}
