import type { Order } from 'contract/orders/orders';
import { Alert } from '~/components/feedback/alert';

/** The notice of a cancelled order: by whom or why, the reason, and what was released. */
export function Cancelled({ order }: { order: Order }) {
  const { coupon_code: coupon } = order;
  return (
    <Alert tone="info">
      {howItEnded(order)}. Hàng giữ cho đơn đã trở về kho{coupon && `; lượt dùng mã giảm giá ${coupon} được trả lại`}.
      {order.isExpired && ' Nếu vẫn muốn mua, bạn có thể đặt lại bất cứ lúc nào.'}
      {order.cancel_reason !== null && (
        <span className="block [overflow-wrap:anywhere] whitespace-pre-line">Lý do: {order.cancel_reason}</span>
      )}
    </Alert>
  );
}

function howItEnded({ isExpired, paymentMethod, cancel_reason }: Order): string {
  // Cash is paid at the door: what ran out is the time to send the goods.
  if (isExpired && paymentMethod === 'COD') return 'Đơn hàng đã tự hủy vì quá thời hạn mà chưa được gửi đi';
  if (isExpired) return 'Đơn hàng đã tự hủy vì chưa được thanh toán trong thời hạn';
  return cancel_reason === null ? 'Đơn hàng đã được hủy' : 'Cửa hàng đã hủy đơn hàng này';
}
