import type { WebhookType } from '../../contract/administration/integration-rules.js';
import type { Transition } from '../../contract/orders/orders.js';

/**
 * The webhook of each transition of an order; null for a transition that is not announced. The type lists every transition, so that a
 * new one compiles only with an entry here.
 */
export const ORDER_WEBHOOKS: Record<Transition, WebhookType | null> = {
  place: 'order.placed',
  pay: 'order.paid',
  cancel: null,
  expire: null,
  send: null,
  undo_send: null,
  deliver: 'order.delivered',
  undo_delivery: null,
  request_refund: null,
  approve_refund: 'order.refunded',
  reject_refund: null,
  delete_refund: null,
  return_late_payment: null,
  return_wrong_payment: null,
  // The card took money back for good, all or a part: a refund at the provider, or a lost dispute.
  card_refund: 'order.refunded',
  card_dispute: null,
  card_return: null,
};
