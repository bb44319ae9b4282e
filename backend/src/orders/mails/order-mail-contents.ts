import type { EntityManager } from 'typeorm';
import type { MailTemplate } from '../../contract/mail.js';
import type { Transition } from '../../contract/orders.js';
import { Unsendable, type MailContentLoader, type MailRow } from '../../mail/mail-contents.js';
import { paymentWindow } from '../../settings/payment-window.js';
import { ORDER_MAILS } from './order-mails.js';
import type { OrderMailFacts } from './order-templates.js';

/** The templates about orders. */
export const ORDER_TEMPLATES: MailTemplate[] = Object.values(ORDER_MAILS).flatMap((mail) =>
  mail ? [mail.template] : [],
);

/** Writes a mail about an order's transition. @throws Unsendable for a transition without a mail */
export const loadOrderMail: MailContentLoader = async (tx, mail, setting, { orderPaymentWindow }) => {
  const { transition, order } = await orderOf(tx, mail);
  const content = ORDER_MAILS[transition]?.content;
  if (!content) throw new Unsendable(`Nothing is said by mail of ${transition}`);
  const payBefore = new Date(Date.parse(order.created_at) + (await paymentWindow(tx, orderPaymentWindow)));
  return content(setting, { ...order, payBefore });
};

/** The transition of a mail and its order as it is now. PostgreSQL writes the JSON, so amounts are numbers. */
async function orderOf(tx: EntityManager, { order_event_id }: MailRow) {
  const [row]: { transition: Transition; order: Omit<OrderMailFacts, 'payBefore'> }[] = await tx.query(
    `SELECT e.transition, json_build_object(
       'actor', e.actor, 'reason', e.reason,
       'id', o.id, 'created_at', o.created_at, 'items_price', o.items_price, 'shipping_price', o.shipping_price,
       'tax_price', o.tax_price, 'discount', o.discount, 'coupon_code', o.coupon_code, 'total_price', o.total_price,
       'granted', (SELECT coalesce(sum(t.amount), 0) FROM transfers t WHERE t.order_id = o.id AND t.kind = 'REFUND'),
       'receiver', o.receiver,
       'phone', o.phone, 'address', concat_ws(', ', o.address, o.city, o.postal_code, o.country),
       'is_paid', o.paid_at IS NOT NULL, 'is_cancelled', o.cancelled_at IS NOT NULL,
       'items', (SELECT json_agg(json_build_object('name', i.product_name, 'color', i.color, 'size', i.size, 'qty', i.qty,
           'price', i.price) ORDER BY i.id) FROM order_items i WHERE i.order_id = o.id)) AS order
     FROM order_events e JOIN orders o ON o.id = e.order_id WHERE e.id = $1`,
    [order_event_id],
  );
  if (!row) throw new Error('The order of the mail is gone');
  return row;
}
