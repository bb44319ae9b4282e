import type { DataSource } from 'typeorm';
import { midnight } from '../platform/database/sql-dates.js';
import { nthPicture } from '../catalog/products/product.sql.js';
import type { Counts, Dashboard } from '../contract/administration/dashboard.js';
import { RESENT_MAIL_DAYS } from '../contract/administration/mail-rules.js';
import { ORDER_STATUSES } from '../contract/orders/orders.js';
import { LOW_STOCK, MAX_COUNTED_ORDERS, SUPPORT_USER_ID, type Vnd } from '../contract/rules.js';
import { DAILY_PRODUCT_STATS, DAILY_SHOP_STATS } from './daily-stats.sql.js';
import { isResendable } from '../mail/mails.sql.js';
import { TODO_SQL } from '../orders/order/order-status.js';
import type { Period } from './period.js';

/*
 * The dashboard's figures. By hand: each is one aggregate, written as the contract's JSON, in which a bigint is a number.
 */

const BEST_SELLERS = 10;
const LOW_STOCK_SHOWN = 10;

/** The sums of orders and money of a day. */
export interface OrderSums {
  placed: number;
  /** How many of those placed are paid by now. */
  converted: number;
  sales: number;
  salesTotal: Vnd;
  refundsTotal: Vnd;
}

/** The fields of a product `p`. */
const PRODUCT = `'id', p.id, 'name', p.name, 'total_stock', p.total_stock, 'image', ${nthPicture(0, 320)}`;

/** Chats are looked for among this number of those with the latest messages: nearly all of them may be answered. */
const MAX_CHATS_READ = 10_000;

/** Counts the open work of administrators; orders up to `MAX_COUNTED_ORDERS`, and chats among the latest. */
export async function openWork(db: DataSource): Promise<Counts> {
  const [row]: { counts: Counts }[] = await db.query(
    `SELECT json_build_object(
       'orders_to_deliver', (SELECT count(*) FROM (SELECT FROM orders o WHERE ${TODO_SQL.deliver} LIMIT $2) AS counted),
       'orders_to_collect', (SELECT count(*) FROM (SELECT FROM orders o WHERE ${TODO_SQL.collect} LIMIT $2) AS counted),
       'pending_refunds', (SELECT count(*) FROM refund_requests WHERE is_approved IS NULL),
       'unanswered_chats', (
         SELECT count(*) FROM (
           SELECT high_user_id, last_message_id, settled_id FROM chat_rooms WHERE low_user_id = $1
           ORDER BY last_message_id DESC LIMIT ${MAX_CHATS_READ}) room
         WHERE last_message_id > settled_id AND (SELECT sender_id FROM chat_messages WHERE id = room.last_message_id) = room.high_user_id),
       'unmatched_transfers', (SELECT count(*) FROM bank_transfers WHERE state = 'unmatched'),
       'pending_photos', (SELECT count(*) FROM review_photos WHERE approved_at IS NULL),
       'failed_mails', (SELECT count(*) FROM mails WHERE ${isResendable('$3')}),
       'disabled_webhooks', (SELECT count(*) FROM webhook_endpoints WHERE disabled_at IS NOT NULL)) AS counts`,
    [SUPPORT_USER_ID, MAX_COUNTED_ORDERS, RESENT_MAIL_DAYS],
  );
  return row!.counts;
}

/**
 * Sums orders and money of each day with any, by day. The daily stats count by status, and `delivered` may be unpaid: such orders are
 * few, and subtracted as they are now.
 */
export async function sumsByDay(db: DataSource, { from, to }: Period): Promise<Map<string, OrderSums>> {
  const rows: { day: string; sums: OrderSums }[] = await db.query(
    `${DAILY_SHOP_STATS}, uncollected AS (
       SELECT shop_date(o.created_at) AS day, count(*) AS orders FROM orders o
       WHERE ${TODO_SQL.collect} AND o.created_at >= ${midnight('$1::date')} AND o.created_at < ${midnight('$2::date + 1')}
       GROUP BY 1)
     SELECT day::text, json_build_object(
       'placed', sum(unpaid + paid + delivered + refund_requested + refunded + cancelled),
       'converted', sum(paid + delivered + refund_requested + refunded)
         - coalesce((SELECT orders FROM uncollected WHERE uncollected.day = days.day), 0),
       'sales', sum(sales), 'salesTotal', sum(sales_total), 'refundsTotal', sum(refunds_total)) AS sums
     FROM days WHERE day BETWEEN $1 AND $2 GROUP BY day`,
    [from, to],
  );
  return new Map(rows.map(({ day, sums }) => [day, sums]));
}

/** Counts the new accounts of each day, without closed ones. */
export async function newUsersByDay(db: DataSource, { from, to }: Period): Promise<Map<string, number>> {
  const rows: { day: string; count: number }[] = await db.query(
    `SELECT shop_date(date_joined)::text AS day, count(*)::integer AS count FROM users
     WHERE closed_at IS NULL AND date_joined >= ${midnight('$1::date')} AND date_joined < ${midnight('$2::date + 1')}
     GROUP BY 1`,
    [from, to],
  );
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/** Counts the orders of a period by their status. */
export async function ordersByStatus(db: DataSource, { from, to }: Period): Promise<Dashboard['orders_by_status']> {
  const sums = ORDER_STATUSES.map((status) => `'${status}', coalesce(sum(${status}), 0)`).join(', ');
  const [row]: { counts: Dashboard['orders_by_status'] }[] = await db.query(
    `${DAILY_SHOP_STATS} SELECT json_build_object(${sums}) AS counts FROM days WHERE day BETWEEN $1 AND $2`,
    [from, to],
  );
  return row!.counts;
}

/** Returns the products with the most pieces sold in a period. */
export async function bestSellers(db: DataSource, { from, to }: Period): Promise<Dashboard['best_sellers']> {
  const rows: { product: Dashboard['best_sellers'][number] }[] = await db.query(
    `${DAILY_PRODUCT_STATS}, best AS (
       SELECT product_id, sum(sold) AS sold, sum(total) AS total FROM products_sold WHERE day BETWEEN $1 AND $2
       GROUP BY product_id HAVING sum(sold) > 0 ORDER BY sum(sold) DESC, sum(total) DESC, product_id LIMIT ${BEST_SELLERS})
     SELECT json_build_object(${PRODUCT}, 'sold', best.sold, 'total', best.total) AS product
     FROM best JOIN products p ON p.id = best.product_id ORDER BY best.sold DESC, best.total DESC, p.id`,
    [from, to],
  );
  return rows.map(({ product }) => product);
}

/** Returns the products with the lowest stock, and the number of all that are low. */
export async function lowStock(db: DataSource): Promise<Dashboard['low_stock']> {
  const rows: { product: Dashboard['low_stock']['products'][number]; count: number }[] = await db.query(
    `SELECT json_build_object(${PRODUCT}) AS product, p.count FROM (
       SELECT id, name, total_stock, count(*) OVER ()::integer AS count FROM products
       WHERE archived_at IS NULL AND total_stock <= ${LOW_STOCK}
       ORDER BY total_stock, id LIMIT ${LOW_STOCK_SHOWN}) p
     ORDER BY p.total_stock, p.id`,
  );
  return { count: rows[0]?.count ?? 0, products: rows.map(({ product }) => product) };
}

/** Counts the products in the shop with a sold-out variant. */
export async function countSoldOutVariants(db: DataSource): Promise<number> {
  const [row]: { count: number }[] = await db.query(
    `SELECT count(*)::integer AS count FROM products WHERE archived_at IS NULL AND has_variants
       AND id IN (SELECT product_id FROM variants WHERE stock_quantity = 0)`,
  );
  return row!.count;
}

/** Sums up all wallets. */
export async function walletTotals(db: DataSource): Promise<Dashboard['wallets']> {
  const [row]: { wallets: Dashboard['wallets'] }[] = await db.query(
    `SELECT json_build_object('liability', coalesce(sum(balance), 0), 'count', count(*),
       'locked', count(*) FILTER (WHERE NOT is_active)) AS wallets FROM accounts WHERE kind = 'wallet'`,
  );
  return row!.wallets;
}
