import type { Order } from 'contract/orders';
import type { PaymentMethod } from 'contract/rules';

/** The ways to pay, as people read them. */
export const PAYMENT_NAMES: Record<PaymentMethod, string> = {
  Stripe: 'Thẻ tín dụng/ghi nợ',
  Paybox: 'Ví Paybox',
};

/** The same within a sentence. */
export const PAYMENT_IN_TEXT: Record<PaymentMethod, string> = { Stripe: 'thẻ', Paybox: 'ví Paybox' };

/** The states of an order, as a customer reads them, and the colour of their badge. */
export const ORDER_STATES: Record<Order['status'], { label: string; tone: 'warn' | 'accent' | 'sand' | 'ink' }> = {
  unpaid: { label: 'Chờ thanh toán', tone: 'warn' },
  paid: { label: 'Đã thanh toán', tone: 'accent' },
  delivered: { label: 'Đã giao', tone: 'accent' },
  refund_requested: { label: 'Đang chờ hoàn tiền', tone: 'warn' },
  refunded: { label: 'Đã hoàn tiền', tone: 'sand' },
  cancelled: { label: 'Đã hủy', tone: 'sand' },
};
