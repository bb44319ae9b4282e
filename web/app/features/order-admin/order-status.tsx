import type { Order } from 'contract/orders/orders';
import { ORDER_STATUS_NAMES } from 'contract/orders/order-status-names';
import { Badge } from '~/components/display/badge';

/**
 * The badges of an order: its progress (delivered, else sent, else to be sent, else unpaid) and what became of its payment. A cancelled
 * or refunded order that was not delivered shows only that.
 */
export function OrderStatus({ order }: { order: Order }) {
  const { isPaid, isDelivered, isCancelled, isRefunded } = order;
  return (
    <span className="flex flex-wrap gap-1">
      {isDelivered ? (
        <Badge tone="success">{ORDER_STATUS_NAMES.delivered}</Badge>
      ) : isDeliverable(order) && isSent(order) ? (
        <Badge tone="accent">Đã gửi</Badge>
      ) : isDeliverable(order) ? (
        // A refund that nobody has decided comes before the sending.
        <Badge tone="ink">{hasOpenRefundRequest(order) ? ORDER_STATUS_NAMES.paid : 'Cần giao'}</Badge>
      ) : isCancelled || isRefunded ? null : (
        <Badge tone="warn">{ORDER_STATUS_NAMES.unpaid}</Badge>
      )}
      {isDelivered && !isPaid && <Badge tone="warn">Chưa thu tiền</Badge>}
      {isCancelled && <Badge tone="sand">{ORDER_STATUS_NAMES.cancelled}</Badge>}
      {isRefunded && <Badge tone="sand">{ORDER_STATUS_NAMES.refunded}</Badge>}
      {hasOpenRefundRequest(order) && <Badge tone="danger">{ORDER_STATUS_NAMES.refund_requested}</Badge>}
    </span>
  );
}

/** Whether an order can be marked as delivered: it is paid or is paid on delivery, or it was refunded and is on its way. */
export const isDeliverable = (order: Order): boolean =>
  !order.isDelivered &&
  (order.isRefunded ? isSent(order) : order.isPaid || (order.paymentMethod === 'COD' && !order.isCancelled));

/**
 * Whether an order's goods were sent. Its parcel may be forgotten by then: a closed account's order forgets it when it arrives, and its
 * delivery may be taken back.
 */
export const isSent = ({ parcel, sentAt }: Pick<Order, 'parcel'> & Partial<Pick<Order, 'sentAt'>>): boolean =>
  Boolean(parcel ?? sentAt);

/** Whether the buyer asked for the money back and nobody has decided yet. */
export const hasOpenRefundRequest = ({ refund_request: request }: Order): boolean => request?.isApproved === null;

/** Why an order's goods must stay in the shop; null when they may be sent. */
export function reasonToKeep(order: Order): string | null {
  if (order.isRefunded) return 'đã được hoàn tiền';
  if (order.isCancelled) return 'đã bị hủy';
  if (hasOpenRefundRequest(order)) return 'đang có yêu cầu hoàn tiền chờ duyệt';
  return order.isPaid || isPaidInCash(order) ? null : 'chưa được thanh toán';
}

/** Whether the carrier collects what the order costs. */
export const isPaidInCash = ({ paymentMethod, isPaid, isCancelled }: Order) =>
  paymentMethod === 'COD' && !isPaid && !isCancelled;
