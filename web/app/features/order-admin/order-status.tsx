import type { Order } from 'contract/orders';
import { ORDER_STATUS_NAMES } from 'contract/rules';
import { Badge } from '~/components/display/badge';

/**
 * How far an order is on its way: delivered, else in the shop's hands when it is paid, else waiting for its money. Beside
 * it stands what became of its money; an order that ended on its way is nothing but that.
 */
export function OrderStatus({ order }: { order: Order }) {
  const { isPaid, isDelivered, isCancelled, isRefunded, refund_request: request } = order;
  return (
    <span className="flex flex-wrap gap-1">
      {isDelivered ? (
        <Badge tone="success">{ORDER_STATUS_NAMES.delivered}</Badge>
      ) : isCancelled || isRefunded ? null : isPaid ? (
        <Badge tone="ink">{ORDER_STATUS_NAMES.paid}</Badge>
      ) : (
        <Badge tone="warn">{ORDER_STATUS_NAMES.unpaid}</Badge>
      )}
      {isCancelled && <Badge tone="sand">{ORDER_STATUS_NAMES.cancelled}</Badge>}
      {isRefunded && <Badge tone="sand">{ORDER_STATUS_NAMES.refunded}</Badge>}
      {request?.isApproved === null && <Badge tone="danger">{ORDER_STATUS_NAMES.refund_requested}</Badge>}
    </span>
  );
}

/** Whether it can be said of an order that it was delivered. */
export const isDeliverable = ({ isPaid, isDelivered, isRefunded }: Order): boolean =>
  isPaid && !isDelivered && !isRefunded;
