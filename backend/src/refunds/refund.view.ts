import type { RefundRequest as RefundOnTheWire } from '../contract/money/refunds.js';
import { parcelView, refundedOf } from '../orders/reads/order.view.js';
import type { RefundRequest } from '../orders/order/refund-request.entity.js';

/** @param request with its `order` and that order's `user` loaded, and with what `addRefunded` and `addDisputes` add */
export function refundView({ id, order, reason, isApproved, createdAt }: RefundRequest): RefundOnTheWire {
  const { toCard, left } = refundedOf(order);
  return {
    id,
    user: { username: order.user.username, email: order.user.email },
    order: {
      id: order.id,
      totalPrice: order.totalPrice,
      refundedToCard: toCard,
      leftToRefund: left,
      disputes: order.disputes ?? [],
      parcel: order.parcel && parcelView(order.parcel),
      isDelivered: order.deliveredAt !== null,
    },
    reason,
    isApproved,
    createdAt: createdAt.toISOString(),
  };
}
