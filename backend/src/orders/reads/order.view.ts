import { pictureUrl } from '../../media/picture-url.js';
import { trackingUrl } from '../../contract/orders/carriers.js';
import type { Order as OrderOnTheWire } from '../../contract/orders/orders.js';
import type { Parcel } from '../../contract/orders/parcels.js';
import type { OrderItem } from '../order/order-item.entity.js';
import type { Order, OrderParcel } from '../order/order.entity.js';
import type { RefundRequest } from '../order/refund-request.entity.js';

/**
 * @param order with `items`, `user` and `refundRequest` loaded, with the amounts of `addRefunded`, and for administrators
 *   with what `addDisputes` and `addStaffNotes` add
 */
export function orderView(order: Order): OrderOnTheWire {
  const refunded = refundedOf(order);
  return {
    id: order.id,
    createdAt: order.createdAt.toISOString(),
    user: { username: order.user.username, email: order.user.email },
    shippingAddress: {
      address: order.address,
      city: order.city,
      postalCode: order.postalCode,
      country: order.country,
      receiver: order.receiver,
      phone: order.phone,
    },
    orderItems: order.items.toSorted((a, b) => a.id - b.id).map(itemView),
    paymentMethod: order.paymentMethod,
    itemsPrice: order.itemsPrice,
    shippingPrice: order.shippingPrice,
    taxPrice: order.taxPrice,
    discount: order.discount,
    coupon_code: order.couponCode,
    totalPrice: order.totalPrice,
    gift_note: order.giftNote,
    staff_note: order.staffNote ?? '',
    status: order.status,
    isPaid: order.isPaid,
    paidAt: order.paidAt?.toISOString() ?? null,
    isDelivered: order.deliveredAt !== null,
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
    isRefunded: order.refundedAt !== null,
    refundedAt: order.refundedAt?.toISOString() ?? null,
    refundedToCard: refunded.toCard,
    refundedToWallet: refunded.toWallet,
    leftToRefund: refunded.left,
    isCancelled: order.isCancelled,
    cancelledAt: order.cancelledAt?.toISOString() ?? null,
    isExpired: order.isExpired ?? false,
    cancel_reason: order.reasons?.cancel ?? null,
    refund_reason: order.reasons?.approve_refund ?? null,
    refund_request: order.refundRequest && requestView(order.refundRequest, order),
    notice: order.notice,
    sentAt: order.sentAt?.toISOString() ?? null,
    parcel: order.parcel && parcelView(order.parcel),
    disputes: order.disputes ?? [],
  };
}

/** @throws Error when `addRefunded` has not loaded the amounts: they are never guessed */
export function refundedOf({ id, refunded }: Order): NonNullable<Order['refunded']> {
  if (!refunded) throw new Error(`The refunded amounts of order ${id} are not loaded`);
  return refunded;
}

function requestView(request: RefundRequest, { reasons }: Order): NonNullable<OrderOnTheWire['refund_request']> {
  const { id, reason, isApproved, createdAt, decidedAt } = request;
  return {
    id,
    reason,
    isApproved,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    // An earlier request may have been rejected with one, and deleted.
    decision_reason: (isApproved === false && reasons?.reject_refund) || null,
  };
}

export const parcelView = ({ carrier, trackingCode, sentAt }: OrderParcel): Parcel => ({
  carrier,
  tracking_code: trackingCode,
  tracking_url: trackingUrl(carrier, trackingCode),
  sent_at: sentAt.toISOString(),
});

function itemView(item: OrderItem): OrderOnTheWire['orderItems'][number] {
  return {
    id: item.id,
    product: item.productId,
    productName: item.productName,
    image: pictureUrl(item.imageHash, 320),
    qty: item.qty,
    price: item.price,
    variant_info:
      item.variantId === null ? null : { id: item.variantId, color: item.color ?? '', size: item.size ?? '' },
  };
}
