import type { MailTemplate } from '../contract/mail.js';
import type { Transition } from '../contract/orders.js';
import type { Letter } from './letter.js';
import * as letters from './letters.js';

interface OrderMail {
  template: MailTemplate;
  letter: (setting: letters.Setting, order: letters.OrderFacts) => Letter;
}

/**
 * What an order's buyer gets a mail about; null for what they did themselves a moment ago, or read on the order's page. Every
 * transition stands here, so that a new one does not compile until somebody has decided what is said of it.
 */
export const ORDER_MAILS: Record<Transition, OrderMail | null> = {
  place: { template: 'order_placed', letter: letters.orderPlaced },
  pay: { template: 'order_paid', letter: letters.orderPaid },
  cancel: { template: 'order_cancelled', letter: letters.orderCancelled },
  expire: { template: 'order_expired', letter: letters.orderExpired },
  deliver: { template: 'order_delivered', letter: letters.orderDelivered },
  request_refund: null,
  approve_refund: { template: 'refund_decided', letter: letters.refundApproved },
  reject_refund: { template: 'refund_decided', letter: letters.refundRejected },
  delete_refund: null,
  return_late_payment: null,
  card_refund: null,
  card_dispute: null,
  card_return: null,
};
