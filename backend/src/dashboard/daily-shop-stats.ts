import type { DataSource, EntityManager } from 'typeorm';
import { ORDER_STATUSES } from '../contract/orders.js';
import { ROLLUP_BATCH, addToRow, sumColumns, takeFromQueue } from '../platform/database/rollup-queue.sql.js';
import { COUNT_LINES } from '../paybox/daily-wallet-stats.js';

/*
 * Keeps the figures of each day: `daily_shop_stats` and `daily_product_stats` for orders, `daily_wallet_stats` for
 * wallets. An event only leaves a note (platform/database/rollup-queue.sql.ts), so that no payment waits for the row of a day. A day's figures are
 * its row and the notes that are not counted yet, read in one statement: right at every moment, and cheap because the
 * worker counts the notes every minute.
 */

const COUNTING = 770_004;
const STATES = ORDER_STATUSES.join(', ');
/** 1 for an order that entered a state, -1 for one that left it. */
const MOVES = ORDER_STATUSES.map(
  (state) =>
    `(e.status_after = '${state}')::integer - (e.status_before IS NOT DISTINCT FROM '${state}')::integer AS ${state}`,
).join(', ');
const STANDS = ORDER_STATUSES.map(() => '0').join(', ');
const FIGURES = [...ORDER_STATUSES, 'sales', 'sales_total', 'refunds', 'refunds_total'];

/** The changes of order events: CTEs `day_changes` and `product_changes`, from a CTE `noted` with their ids. */
const CHANGES = `
  happened AS (
    SELECT o.id, o.created_at, o.paid_at, o.refunded_at, o.total_price, e.transition, e.created_at AS happened_at,
      coalesce(e.amount, o.total_price) AS given_back, e.status_after = 'refunded' AND e.status_before <> 'refunded' AS ends, ${MOVES}
    FROM noted JOIN order_events e ON e.id = noted.event_id JOIN orders o ON o.id = e.order_id),
  day_changes AS (
    SELECT shop_date(created_at) AS day, ${STATES}, 0 AS sales, 0 AS sales_total, 0 AS refunds, 0 AS refunds_total FROM happened
    UNION ALL SELECT shop_date(paid_at), ${STANDS}, 1, total_price, 0, 0 FROM happened WHERE transition = 'pay'
    UNION ALL SELECT shop_date(CASE WHEN ends THEN refunded_at ELSE happened_at END), ${STANDS}, 0, 0, ends::integer, given_back
      FROM happened WHERE transition IN ('approve_refund', 'card_refund')),
  product_changes AS (
    SELECT shop_date(CASE h.transition WHEN 'pay' THEN h.paid_at ELSE h.refunded_at END) AS day, i.product_id,
      CASE h.transition WHEN 'pay' THEN 1 ELSE -1 END * i.qty AS sold,
      CASE h.transition WHEN 'pay' THEN 1 ELSE -1 END * i.qty * i.price AS total
    FROM happened h JOIN order_items i ON i.order_id = h.id WHERE h.transition = 'pay' OR h.ends)`;

const UNCOUNTED = `noted AS (SELECT event_id FROM order_rollup_queue), ${CHANGES}`;

/** The start of a statement: CTE `days` holds the daily stats, with several rows of a day to be summed. */
export const DAILY_SHOP_STATS = `
  WITH ${UNCOUNTED},
  days AS (SELECT day, ${FIGURES.join(', ')} FROM daily_shop_stats UNION ALL SELECT * FROM day_changes)`;

/** The same for the sales of each product and day: CTE `products_sold`. */
export const DAILY_PRODUCT_STATS = `
  WITH ${UNCOUNTED},
  products_sold AS (SELECT day, product_id, sold, total FROM daily_product_stats UNION ALL SELECT * FROM product_changes)`;

const COUNT_EVENTS = `
  WITH ${takeFromQueue('order_rollup_queue')}, ${CHANGES},
  counted_days AS (
    INSERT INTO daily_shop_stats (day, ${FIGURES.join(', ')}) SELECT day, ${sumColumns(FIGURES)} FROM day_changes GROUP BY day
    ON CONFLICT (day) DO UPDATE SET ${addToRow('daily_shop_stats', FIGURES)}),
  counted_products AS (
    INSERT INTO daily_product_stats (day, product_id, sold, total)
    SELECT day, product_id, ${sumColumns(['sold', 'total'])} FROM product_changes GROUP BY day, product_id
    ON CONFLICT (day, product_id) DO UPDATE SET ${addToRow('daily_product_stats', ['sold', 'total'])})
  SELECT count(*)::integer AS count FROM noted`;

/**
 * Rolls the queued events up into the daily stats. Of two concurrent calls the second does nothing.
 * @returns the number of events that it counted
 */
export async function rollUpDays(db: DataSource): Promise<number> {
  let all = 0;
  for (const statement of [COUNT_EVENTS, COUNT_LINES]) {
    let count: number;
    do {
      count = await db.transaction((tx) => countSome(tx, statement));
      all += count;
    } while (count === ROLLUP_BATCH);
  }
  return all;
}

async function countSome(tx: EntityManager, statement: string): Promise<number> {
  const [lock]: { is_free: boolean }[] = await tx.query('SELECT pg_try_advisory_xact_lock($1) AS is_free', [COUNTING]);
  if (!lock?.is_free) return 0;
  const [noted]: { count: number }[] = await tx.query(statement);
  return noted?.count ?? 0;
}
