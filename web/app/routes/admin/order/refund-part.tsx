import type { AdminOrder } from 'contract/orders/orders';
import { formatTime } from '~/components/display/date';
import { DecisionReason, OtherRefunds, Part, RefundState } from '~/features/order-admin/order-parts';
import { RefundDecision, type OpenRefundDecision, type RefundChoice } from '~/features/order-admin/refund-decision';

/** The refund request of an order, as its decision needs it; null for none. */
export const refundChoiceOf = (order: AdminOrder): RefundChoice | null =>
  order.refund_request && { user: order.user, order, isApproved: order.refund_request.isApproved };

interface RefundPartProps {
  order: AdminOrder;
  request: NonNullable<AdminOrder['refund_request']>;
  onDecide: (decision: OpenRefundDecision) => void;
}

/** The refund request of an order, and the buttons that decide it. */
export function RefundPart({ order, request, onDecide }: RefundPartProps) {
  return (
    <Part title="Yêu cầu hoàn tiền">
      <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
        <RefundState isApproved={request.isApproved} />
        <span className="tabular">Gửi lúc {formatTime(request.createdAt)}</span>
      </p>
      <p className="[overflow-wrap:anywhere] whitespace-pre-line">{request.reason}</p>
      <DecisionReason request={request} />
      <div className="flex flex-wrap gap-2">
        <RefundDecision request={{ user: order.user, order, isApproved: request.isApproved }} onOpen={onDecide} />
      </div>
      <OtherRefunds order={order} />
    </Part>
  );
}
