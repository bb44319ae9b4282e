import type { DataSource, FindOptionsWhere } from 'typeorm';
import { MAX_ORDER_LINES, MAX_PAGE_SIZE } from '../contract/rules.js';
import type { OrderItem } from './order-item.entity.js';
import { Order } from './order.entity.js';
import { addRefunded } from './transitions/refund-order.js';

/** The maximum number of lines in one list: those of the longest page. */
const MAX_LISTED_LINES = MAX_PAGE_SIZE * MAX_ORDER_LINES;

/**
 * Loads orders with everything that their view needs. TypeORM compares each order with each line, whichever way it loads them,
 * so it loads only the to-one relations, and the lines come from one statement of their own.
 */
export async function loadOrders(db: DataSource, where: FindOptionsWhere<Order>): Promise<Order[]> {
  const orders = await db.manager.find(Order, { where, relations: { user: true, refundRequest: true } });
  const byId = new Map(orders.map((order) => [order.id, Object.assign(order, { items: [] })]));
  for (const line of await db.query<OrderItem[]>(LINES, [[...byId.keys()]])) byId.get(line.orderId)?.items.push(line);
  await addRefunded(db, orders);
  await addCancelReasons(db, orders);
  return orders;
}

/** Adds the administrator's reason to cancelled orders: one statement, none if no order is cancelled. */
async function addCancelReasons(db: DataSource, orders: readonly Order[]): Promise<void> {
  const cancelled = new Map(orders.filter((order) => order.isCancelled).map((order) => [order.id, order]));
  if (cancelled.size === 0) return;
  const rows: { order_id: number; reason: string }[] = await db.query(
    `SELECT order_id, reason FROM order_events
     WHERE order_id = ANY ($1::integer[]) AND transition = 'cancel' AND reason IS NOT NULL`,
    [[...cancelled.keys()]],
  );
  for (const { order_id: id, reason } of rows) cancelled.get(id)!.cancelReason = reason;
}

/**
 * Cuts a list of orders where their lines exceed the maximum of a page, which limits the size of a response.
 * @param ids of the orders, in the order of the list
 * @returns the first of these ids, at least one
 */
export async function cutToLines(db: DataSource, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length <= MAX_PAGE_SIZE) return ids;
  const [row]: { fit: number }[] = await db.query(FITTING, [ids, MAX_LISTED_LINES]);
  return ids.slice(0, Math.max(row?.fit ?? 0, 1));
}

const LINES = `
  SELECT id, order_id AS "orderId", product_id AS "productId", variant_id AS "variantId", product_name AS "productName",
    color, size, image_hash AS "imageHash", qty, price::float8 AS price
  FROM order_items WHERE order_id = ANY ($1::integer[]) ORDER BY order_id, id`;

const FITTING = `
  SELECT count(*)::integer AS fit FROM (
    SELECT sum((SELECT count(*) FROM order_items i WHERE i.order_id = listed.id)) OVER (ORDER BY nth) AS lines
    FROM unnest($1::integer[]) WITH ORDINALITY listed (id, nth)) counted
  WHERE lines <= $2`;
