import type { Order } from 'contract/orders';
import type { PaymentMethod } from 'contract/rules';

/** Names of the payment methods. */
export const PAYMENT_NAMES: Record<PaymentMethod, string> = {
  Stripe: 'Thẻ tín dụng/ghi nợ',
  Paybox: 'Ví Paybox',
};

/** Names of the payment methods within a sentence. */
export const PAYMENT_IN_TEXT: Record<PaymentMethod, string> = { Stripe: 'thẻ', Paybox: 'ví Paybox' };

/** Labels and badge colours of the order states, as shoppers see them. */
export const ORDER_STATES: Record<Order['status'], { label: string; tone: 'warn' | 'accent' | 'sand' | 'ink' }> = {
  unpaid: { label: 'Chờ thanh toán', tone: 'warn' },
  paid: { label: 'Đã thanh toán', tone: 'accent' },
  delivered: { label: 'Đã giao', tone: 'accent' },
  refund_requested: { label: 'Đang chờ hoàn tiền', tone: 'warn' },
  refunded: { label: 'Đã hoàn tiền', tone: 'sand' },
  cancelled: { label: 'Đã hủy', tone: 'sand' },
};
