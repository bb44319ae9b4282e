import type { DataSource } from 'typeorm';
import type { AdminOrder, OrderEvent } from '../../contract/orders/orders.js';
import { SHOP_TIME_ZONE } from '../../contract/shop-day.js';
import type { Conditions } from '../../platform/database/conditions.js';
import { STATUS_SQL } from '../order/order-status.js';
import { PAYMENT_MEANS } from '../order/payment-means.js';

type Dated<T extends { createdAt: string }> = Omit<T, 'createdAt'> & { createdAt: Date };
type IntentRow = Dated<AdminOrder['intents'][number]>;
type RefundRow = Dated<AdminOrder['otherRefunds'][number]>;

/** Each payment method with the kind of its transfer. */
const PAYMENT_KINDS = Object.entries(PAYMENT_MEANS)
  .map(([method, { payment }]) => `('${method}', '${payment}')`)
  .join(', ');

/** Returns an order's events, oldest first. By hand: a payment's event names the transfer that paid it. */
export function readEvents(db: DataSource, orderId: number): Promise<Dated<OrderEvent>[]> {
  return db.query(
    `SELECT e.id::integer, e.transition, e.status_before AS "statusBefore", e.status_after AS "statusAfter", e.reason,
       json_build_object('is', e.actor, 'username', u.username) AS actor, e.created_at AS "createdAt",
       CASE WHEN e.transition = 'pay' THEN (
         SELECT method FROM transfers t JOIN (VALUES ${PAYMENT_KINDS}) means (method, kind) USING (kind)
         WHERE t.order_id = e.order_id) END AS "paidWith"
     FROM order_events e LEFT JOIN users u ON u.id = e.actor_id WHERE e.order_id = $1 ORDER BY e.id`,
    [orderId],
  );
}

/** Returns an order's payment intents, oldest first. By hand, because the table is a later module's. */
export function readIntents(db: DataSource, orderId: number): Promise<IntentRow[]> {
  return db.query(
    `SELECT id, amount::float8, created_at AS "createdAt",
       CASE WHEN settled_at IS NOT NULL THEN 'settled' WHEN closed_at IS NOT NULL THEN 'closed' ELSE 'open' END AS state
     FROM payment_intents WHERE order_id = $1 ORDER BY created_at`,
    [orderId],
  );
}

/** Returns a buyer's newest refund requests of other orders. By hand: one join, no entities. */
export function readOtherRefunds(db: DataSource, userId: number, orderId: number): Promise<RefundRow[]> {
  return db.query(
    `SELECT r.order_id AS order, o.total_price::float8 AS "totalPrice", r.is_approved AS "isApproved",
       r.created_at AS "createdAt"
     FROM refund_requests r JOIN orders o ON o.id = r.order_id
     WHERE o.user_id = $1 AND o.id <> $2 ORDER BY r.id DESC LIMIT 20`,
    [userId, orderId],
  );
}

const moment = (column: string) =>
  `to_char(o.${column} AT TIME ZONE '${SHOP_TIME_ZONE}', 'YYYY-MM-DD HH24:MI') AS ${column}`;

const EXPORT = `
  SELECT o.id, u.username, u.email, o.receiver, o.phone, o.address, o.city, o.postal_code, o.country,
    (SELECT string_agg(concat(i.product_name, ' (' || nullif(concat_ws(', ', i.color, i.size), '') || ')', ' × ', i.qty),
       '; ' ORDER BY i.id)
     FROM order_items i WHERE i.order_id = o.id) AS items,
    o.items_price, o.shipping_price, o.tax_price, o.discount, o.coupon_code, o.total_price, o.payment_method,
    ${STATUS_SQL} AS status, o.carrier, o.tracking_code,
    o.gift_note, o.transfer_code, o.staff_note,
    ${['created_at', 'paid_at', 'delivered_at', 'refunded_at', 'cancelled_at', 'sent_at'].map(moment).join(', ')}
  FROM orders o JOIN users u ON u.id = o.user_id`;

/** Returns the next orders of an export, newest first. By hand: a batch joins an order's lines into one cell. */
export function readExport<Row>(db: DataSource, where: Conditions, limit: number): Promise<Row[]> {
  return db.query(`${EXPORT} ${where.sql} ORDER BY o.id DESC LIMIT ${limit}`, where.values);
}
