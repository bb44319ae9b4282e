import type { Order } from 'contract/orders/orders';
import { formatVnd } from 'contract/rules';
import { formatTime } from '~/components/display/date';
import { PAYMENT_IN_TEXT } from '~/features/orders/order-labels';

/**
 * What happens next with an order, step by step, depending on how it is paid.
 * @param expected the days on which it is expected, if they are known
 * @returns nothing for an order that is over
 */
export function nextSteps(order: Order, expected: string | null): string[] {
  if (order.isCancelled || order.isRefunded || order.status === 'refund_requested') return [];
  const returned = 'Không vừa ý? Đổi trả trong 7 ngày kể từ khi nhận hàng.';
  if (order.deliveredAt) return [...cashOf(order), returned];
  const on = expected === null ? '' : `, dự kiến ${expected}`;
  const packed = order.parcel
    ? `Cửa hàng đã gửi hàng lúc ${formatTime(order.parcel.sent_at)}.`
    : 'Cửa hàng chuẩn bị và đóng gói hàng.';
  const delivered = `Hàng được giao đến bạn${on}. Hãy kiểm tra gói hàng trước mặt người giao.`;
  return [...paymentOf(order), packed, delivered, ...cashOf(order), returned];
}

function paymentOf({ isPaid, paidAt, paymentMethod, totalPrice }: Order): string[] {
  const amount = formatVnd(totalPrice);
  if (isPaid) return [`Cửa hàng đã nhận ${amount} bằng ${PAYMENT_IN_TEXT[paymentMethod]} lúc ${formatTime(paidAt!)}.`];
  if (paymentMethod === 'COD') return [];
  if (paymentMethod !== 'VietQR')
    return [`Thanh toán ${amount} ở trang đơn hàng: hàng được giữ cho bạn đến khi hết hạn.`];
  return [
    `Chuyển ${amount} bằng mã QR ở trang đơn hàng, giữ nguyên nội dung.`,
    'Cửa hàng nhận được tiền thì đơn tự chuyển sang đã thanh toán.',
  ];
}

const cashOf = ({ isPaid, paymentMethod, totalPrice }: Order): string[] =>
  paymentMethod === 'COD' && !isPaid ? [`Trả ${formatVnd(totalPrice)} tiền mặt cho người giao hàng.`] : [];
