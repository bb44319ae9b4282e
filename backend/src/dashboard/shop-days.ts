import type { DataSource, EntityManager } from 'typeorm';
import { ORDER_STATUSES } from '../contract/orders.js';
import { NOTES_AT_ONCE, added, sums, taken } from '../db/notes.js';
import { COUNT_LINES } from '../paybox/wallet-days.js';

/*
 * What happened on each day of the shop is kept counted: `shop_days` and `product_days` for orders, `wallet_days` for
 * wallets. An event only leaves a note (db/notes.ts), so that no payment waits for the row of a day. A day's figures are
 * its row and the notes that are not counted yet, read in one statement: right at every moment, and cheap because the
 * worker counts the notes every minute.
 */

const COUNTING = 770_004;
const STATES = ORDER_STATUSES.join(', ');
/** For an order that came into a state 1, for one that left it -1. */
const MOVES = ORDER_STATUSES.map(
  (state) =>
    `(e.status_after = '${state}')::integer - (e.status_before IS NOT DISTINCT FROM '${state}')::integer AS ${state}`,
).join(', ');
const STANDS = ORDER_STATUSES.map(() => '0').join(', ');
const FIGURES = [...ORDER_STATUSES, 'sales', 'sales_total', 'refunds', 'refunds_total'];

/** What events of orders change: CTEs `day_changes` and `product_changes`, made from one named `noted` of their ids. */
const CHANGES = `
  happened AS (
    SELECT o.id, o.created_at, o.paid_at, o.refunded_at, o.total_price, e.transition, e.created_at AS happened_at,
      coalesce(e.amount, o.total_price) AS given_back, e.status_after = 'refunded' AND e.status_before <> 'refunded' AS ends, ${MOVES}
    FROM noted JOIN order_events e ON e.id = noted.event_id JOIN orders o ON o.id = e.order_id),
  day_changes AS (
    SELECT shop_day(created_at) AS day, ${STATES}, 0 AS sales, 0 AS sales_total, 0 AS refunds, 0 AS refunds_total FROM happened
    UNION ALL SELECT shop_day(paid_at), ${STANDS}, 1, total_price, 0, 0 FROM happened WHERE transition = 'pay'
    UNION ALL SELECT shop_day(CASE WHEN ends THEN refunded_at ELSE happened_at END), ${STANDS}, 0, 0, ends::integer, given_back
      FROM happened WHERE transition IN ('approve_refund', 'card_refund')),
  product_changes AS (
    SELECT shop_day(CASE h.transition WHEN 'pay' THEN h.paid_at ELSE h.refunded_at END) AS day, i.product_id,
      CASE h.transition WHEN 'pay' THEN 1 ELSE -1 END * i.qty AS sold,
      CASE h.transition WHEN 'pay' THEN 1 ELSE -1 END * i.qty * i.price AS total
    FROM happened h JOIN order_items i ON i.order_id = h.id WHERE h.transition = 'pay' OR h.ends)`;

const UNCOUNTED = `noted AS (SELECT event_id FROM uncounted_events), ${CHANGES}`;

/** To begin a statement with: CTE `days` holds the shop's days, several rows of some, to be added up. */
export const DAYS = `
  WITH ${UNCOUNTED},
  days AS (SELECT day, ${FIGURES.join(', ')} FROM shop_days UNION ALL SELECT * FROM day_changes)`;

/** The same for what each product sold on each day: CTE `products_sold`. */
export const PRODUCT_DAYS = `
  WITH ${UNCOUNTED},
  products_sold AS (SELECT day, product_id, sold, total FROM product_days UNION ALL SELECT * FROM product_changes)`;

const COUNT_EVENTS = `
  WITH ${taken('uncounted_events')}, ${CHANGES},
  counted_days AS (
    INSERT INTO shop_days (day, ${FIGURES.join(', ')}) SELECT day, ${sums(FIGURES)} FROM day_changes GROUP BY day
    ON CONFLICT (day) DO UPDATE SET ${added('shop_days', FIGURES)}),
  counted_products AS (
    INSERT INTO product_days (day, product_id, sold, total)
    SELECT day, product_id, ${sums(['sold', 'total'])} FROM product_changes GROUP BY day, product_id
    ON CONFLICT (day, product_id) DO UPDATE SET ${added('product_days', ['sold', 'total'])})
  SELECT count(*)::integer AS count FROM noted`;

/**
 * Counts what is noted. Of two that do it at once the second leaves it to the first.
 * @returns how many notes it counted
 */
export async function countDays(db: DataSource): Promise<number> {
  let all = 0;
  for (const statement of [COUNT_EVENTS, COUNT_LINES]) {
    let count: number;
    do {
      count = await db.transaction((tx) => countSome(tx, statement));
      all += count;
    } while (count === NOTES_AT_ONCE);
  }
  return all;
}

async function countSome(tx: EntityManager, statement: string): Promise<number> {
  const [lock]: { is_free: boolean }[] = await tx.query('SELECT pg_try_advisory_xact_lock($1) AS is_free', [COUNTING]);
  if (!lock?.is_free) return 0;
  const [noted]: { count: number }[] = await tx.query(statement);
  return noted?.count ?? 0;
}
