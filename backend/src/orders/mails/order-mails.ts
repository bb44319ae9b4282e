import type { MailTemplate } from '../../contract/administration/mail.js';
import type { Transition } from '../../contract/orders/orders.js';
import type { MailContext } from '../../mail/mail-contents.js';
import type { MailContent } from '../../mail/template.js';
import type { OrderMailFacts } from './order-mail-facts.js';
import { orderSentMail } from './order-sent-mail.js';
import * as templates from './order-templates.js';
import { paymentCreditedMail } from './payment-credited-mail.js';
import { refundApprovedMail, refundRejectedMail } from './refund-mails.js';

interface OrderMail {
  template: MailTemplate;
  content: (context: MailContext, order: OrderMailFacts) => MailContent;
}

/**
 * The mail template for each transition of an order; null for a transition that the buyer has just made or sees on the
 * order's page. The type lists every transition, so that a new one compiles only with an entry here.
 */
export const ORDER_MAILS: Record<Transition, OrderMail | null> = {
  place: { template: 'order_placed', content: templates.orderPlacedMail },
  pay: { template: 'order_paid', content: templates.orderPaidMail },
  cancel: { template: 'order_cancelled', content: templates.orderCancelledMail },
  expire: { template: 'order_expired', content: templates.orderExpiredMail },
  send: { template: 'order_sent', content: orderSentMail },
  undo_send: null,
  deliver: { template: 'order_delivered', content: templates.orderDeliveredMail },
  undo_delivery: null,
  request_refund: null,
  approve_refund: { template: 'refund_decided', content: refundApprovedMail },
  reject_refund: { template: 'refund_decided', content: refundRejectedMail },
  delete_refund: null,
  return_late_payment: { template: 'payment_credited', content: paymentCreditedMail },
  return_wrong_payment: { template: 'payment_credited', content: paymentCreditedMail },
  card_refund: null,
  card_dispute: null,
  card_return: null,
};
