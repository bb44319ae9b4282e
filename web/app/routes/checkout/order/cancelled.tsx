import type { Order } from 'contract/orders/orders';
import { Alert } from '~/components/feedback/alert';

/** The items and the coupon that a cancelled order releases. */
export const releasedBy = ({ coupon_code }: Order) =>
  coupon_code ? `Sản phẩm và mã giảm giá ${coupon_code}` : 'Sản phẩm';

/** The notice of a cancelled order: by whom, the reason, and what was released. */
export function Cancelled({ order }: { order: Order }) {
  return (
    <Alert tone="info">
      {order.cancel_reason === null ? 'Đơn hàng đã được hủy' : 'Cửa hàng đã hủy đơn hàng này'}. {releasedBy(order)} đã
      được trả lại.
      {order.cancel_reason !== null && (
        <span className="block [overflow-wrap:anywhere] whitespace-pre-line">Lý do: {order.cancel_reason}</span>
      )}
    </Alert>
  );
}
