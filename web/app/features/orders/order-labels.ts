import type { Order } from 'contract/orders/orders';
import type { PaymentMethod } from 'contract/rules';

/** Names of the payment methods. */
export const PAYMENT_NAMES: Record<PaymentMethod, string> = {
  Stripe: 'Thẻ tín dụng/ghi nợ',
  Paybox: 'Ví Paybox',
  COD: 'Thanh toán khi nhận hàng',
  VietQR: 'Chuyển khoản (VietQR)',
};

/** Names of the payment methods within a sentence. */
export const PAYMENT_IN_TEXT: Record<PaymentMethod, string> = {
  Stripe: 'thẻ',
  Paybox: 'ví Paybox',
  COD: 'tiền mặt',
  VietQR: 'chuyển khoản',
};

interface StateLabel {
  label: string;
  tone: 'warn' | 'accent' | 'sand' | 'ink';
}

/** Labels and badge colours of the order states, as shoppers see them. */
const ORDER_STATES: Record<Order['status'], StateLabel> = {
  unpaid: { label: 'Chờ thanh toán', tone: 'warn' },
  paid: { label: 'Đã thanh toán', tone: 'accent' },
  delivered: { label: 'Đã giao', tone: 'accent' },
  refund_requested: { label: 'Đã yêu cầu hoàn tiền', tone: 'warn' },
  refunded: { label: 'Đã hoàn tiền', tone: 'sand' },
  cancelled: { label: 'Đã hủy', tone: 'sand' },
};

/** The label of an order's state. One on its way says so; one that is paid on delivery does not wait for a payment now. */
export function stateLabelOf({
  status,
  paymentMethod,
  parcel,
}: Pick<Order, 'status' | 'paymentMethod' | 'parcel'>): StateLabel {
  if (parcel && (status === 'unpaid' || status === 'paid')) return { label: 'Đang giao', tone: 'accent' };
  if (status === 'unpaid' && paymentMethod === 'COD') return { label: 'Thanh toán khi nhận hàng', tone: 'accent' };
  return ORDER_STATES[status];
}
