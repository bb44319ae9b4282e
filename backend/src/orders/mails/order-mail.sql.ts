import type { EntityManager } from 'typeorm';
import type { Transition } from '../../contract/orders/orders.js';
import type { MailRow } from '../../mail/mail-contents.js';
import { STATUS_SQL } from '../order/order-status.js';
import type { OrderMailFacts } from './order-mail-facts.js';

/** Money for `orders o` that went to the buyer's wallet. An event and its transfer, of one transaction, have the same time. */
const IS_CREDIT = `t.order_id = o.id AND t.kind IN ('LATE_PAYMENT', 'BANK_CREDIT')`;

/** Returns the transition of a mail and its order as it is now. By hand: PostgreSQL writes the JSON, so amounts are numbers. */
export async function orderOfMail(tx: EntityManager, { order_event_id }: MailRow) {
  const [row]: { transition: Transition; order: Omit<OrderMailFacts, 'payBefore' | 'delivery'> }[] = await tx.query(
    `SELECT e.transition, json_build_object(
       'actor', e.actor, 'reason', e.reason, 'is_requested', e.status_before IS NOT DISTINCT FROM 'refund_requested',
       'id', o.id, 'created_at', o.created_at, 'paid_at', o.paid_at, 'payment_method', o.payment_method, 'items_price', o.items_price, 'shipping_price', o.shipping_price,
       'tax_price', o.tax_price, 'discount', o.discount, 'coupon_code', o.coupon_code, 'total_price', o.total_price,
       'granted', (SELECT coalesce(sum(t.amount), 0) FROM transfers t WHERE t.order_id = o.id AND t.kind = 'REFUND'),
       'carrier', o.carrier, 'tracking_code', o.tracking_code, 'receiver', o.receiver,
       'phone', o.phone, 'address', concat_ws(', ', o.address, o.city, o.postal_code, o.country), 'city', o.city,
       'status', ${STATUS_SQL}, 'is_paid', o.paid_at IS NOT NULL, 'is_delivered', o.delivered_at IS NOT NULL,
       'has_refund_request', EXISTS (SELECT FROM refund_requests r WHERE r.order_id = o.id),
       'credited', (SELECT coalesce(sum(t.amount), 0) FROM transfers t WHERE ${IS_CREDIT}),
       'credit', (SELECT json_build_object('kind', t.kind, 'amount', t.amount, 'was_paid', e.transition = 'return_late_payment',
           'was_cancelled', e.status_after = 'cancelled') FROM transfers t WHERE ${IS_CREDIT} AND t.created_at = e.created_at LIMIT 1),
       'items', (SELECT json_agg(json_build_object('name', i.product_name, 'color', i.color, 'size', i.size, 'picture', i.image_hash, 'qty', i.qty,
           'price', i.price) ORDER BY i.id) FROM order_items i WHERE i.order_id = o.id)) AS order
     FROM order_events e JOIN orders o ON o.id = e.order_id WHERE e.id = $1`,
    [order_event_id],
  );
  if (!row) throw new Error('The order of the mail is gone');
  return row;
}
