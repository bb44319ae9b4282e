import type { MailTemplate } from '../contract/mail.js';
import type { Transition } from '../contract/orders.js';
import type { MailContent } from './template.js';
import * as letters from './templates.js';

interface OrderMail {
  template: MailTemplate;
  letter: (setting: letters.MailSetting, order: letters.OrderFacts) => MailContent;
}

/**
 * The mail template for each transition of an order; null for a transition that the buyer has just made or sees on the
 * order's page. The type lists every transition, so that a new one compiles only with an entry here.
 */
export const ORDER_MAILS: Record<Transition, OrderMail | null> = {
  place: { template: 'order_placed', letter: letters.orderPlacedMail },
  pay: { template: 'order_paid', letter: letters.orderPaidMail },
  cancel: { template: 'order_cancelled', letter: letters.orderCancelledMail },
  expire: { template: 'order_expired', letter: letters.orderExpiredMail },
  deliver: { template: 'order_delivered', letter: letters.orderDeliveredMail },
  request_refund: null,
  approve_refund: { template: 'refund_decided', letter: letters.refundApprovedMail },
  reject_refund: { template: 'refund_decided', letter: letters.refundRejectedMail },
  delete_refund: null,
  return_late_payment: null,
  card_refund: null,
  card_dispute: null,
  card_return: null,
};
