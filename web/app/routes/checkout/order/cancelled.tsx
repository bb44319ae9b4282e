import type { Order } from 'contract/orders/orders';
import { Alert } from '~/components/feedback/alert';

/** The notice of a cancelled order: by whom, the reason, and what was released. */
export function Cancelled({ order }: { order: Order }) {
  const { coupon_code: coupon } = order;
  return (
    <Alert tone="info">
      {order.cancel_reason === null ? 'Đơn hàng đã được hủy' : 'Cửa hàng đã hủy đơn hàng này'}. Hàng giữ cho đơn đã trở
      về kho{coupon && `; mã giảm giá ${coupon} dùng lại được`}.
      {order.cancel_reason !== null && (
        <span className="block [overflow-wrap:anywhere] whitespace-pre-line">Lý do: {order.cancel_reason}</span>
      )}
    </Alert>
  );
}
