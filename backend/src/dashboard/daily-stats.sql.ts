import type { DataSource, EntityManager } from 'typeorm';
import { ADVISORY_LOCKS } from '../platform/database/advisory-locks.js';
import { ORDER_STATUSES } from '../contract/orders/orders.js';
import { readBacklog, type Backlog } from '../platform/database/backlog.sql.js';
import { addToRow, sumColumns, takeFromQueue } from '../platform/database/rollup-queue.sql.js';

/*
 * The daily stats of orders. An order event only writes a row to `order_rollup_queue`, so that no payment waits for the row
 * of a day. The figures of a day are its row and the changes of the queued events, read in one statement: exact at every
 * moment, and cheap because the worker rolls the queue up every minute. By hand: a data-modifying CTE.
 */

const STATUSES = ORDER_STATUSES.join(', ');
/** 1 for an order that entered a status, -1 for one that left it. */
const STATUS_CHANGES = ORDER_STATUSES.map(
  (status) =>
    `(e.status_after = '${status}')::integer - (e.status_before IS NOT DISTINCT FROM '${status}')::integer AS ${status}`,
).join(', ');
const NO_STATUS_CHANGES = ORDER_STATUSES.map(() => '0').join(', ');
const FIGURES = [...ORDER_STATUSES, 'sales', 'sales_total', 'refunds', 'refunds_total'];

/** The changes of order events: CTEs `day_changes` and `product_changes`, from a CTE `queued` with their ids. */
const CHANGES = `
  happened AS (
    SELECT o.id, o.created_at, o.paid_at, o.refunded_at, o.total_price, e.transition, e.created_at AS happened_at,
      e.amount,
      e.status_after = 'refunded' AND e.status_before <> 'refunded' AS is_whole_refund,
      ${STATUS_CHANGES}
    FROM queued JOIN order_events e ON e.id = queued.event_id JOIN orders o ON o.id = e.order_id),
  day_changes AS (
    SELECT shop_date(created_at) AS day, ${STATUSES}, 0 AS sales, 0 AS sales_total, 0 AS refunds, 0 AS refunds_total FROM happened
    UNION ALL SELECT shop_date(paid_at), ${NO_STATUS_CHANGES}, 1, total_price, 0, 0 FROM happened WHERE transition = 'pay'
    UNION ALL SELECT shop_date(CASE WHEN is_whole_refund THEN refunded_at ELSE happened_at END), ${NO_STATUS_CHANGES},
        0, 0, is_whole_refund::integer, coalesce(amount, total_price) FROM happened WHERE transition IN ('approve_refund', 'card_refund')
    UNION ALL SELECT shop_date(happened_at), ${NO_STATUS_CHANGES}, 0, 0, 0, -coalesce(amount, 0) FROM happened WHERE transition = 'card_return'),
  product_changes AS (
    SELECT shop_date(CASE h.transition WHEN 'pay' THEN h.paid_at ELSE h.refunded_at END) AS day, i.product_id,
      CASE h.transition WHEN 'pay' THEN 1 ELSE -1 END * i.qty AS sold,
      CASE h.transition WHEN 'pay' THEN 1 ELSE -1 END * i.qty * i.price AS total
    FROM happened h JOIN order_items i ON i.order_id = h.id WHERE h.transition = 'pay' OR h.is_whole_refund)`;

const QUEUED = `queued AS (SELECT event_id FROM order_rollup_queue), ${CHANGES}`;

/** The start of a statement: CTE `days` holds the daily stats, with several rows of a day to be summed. */
export const DAILY_SHOP_STATS = `
  WITH ${QUEUED},
  days AS (SELECT day, ${FIGURES.join(', ')} FROM daily_shop_stats UNION ALL SELECT * FROM day_changes)`;

/** The same for the sales of each product and day: CTE `products_sold`. */
export const DAILY_PRODUCT_STATS = `
  WITH ${QUEUED},
  products_sold AS (SELECT day, product_id, sold, total FROM daily_product_stats UNION ALL SELECT * FROM product_changes)`;

/** Moves queued events to the daily stats. @returns `count`, the number moved */
export const ROLL_UP_EVENTS = `
  WITH ${takeFromQueue('order_rollup_queue')}, ${CHANGES},
  counted_days AS (
    INSERT INTO daily_shop_stats (day, ${FIGURES.join(', ')}) SELECT day, ${sumColumns(FIGURES)} FROM day_changes GROUP BY day
    ON CONFLICT (day) DO UPDATE SET ${addToRow('daily_shop_stats', FIGURES)}),
  counted_products AS (
    INSERT INTO daily_product_stats (day, product_id, sold, total)
    SELECT day, product_id, ${sumColumns(['sold', 'total'])} FROM product_changes GROUP BY day, product_id
    ON CONFLICT (day, product_id) DO UPDATE SET ${addToRow('daily_product_stats', ['sold', 'total'])})
  SELECT count(*)::integer AS count FROM queued`;

/** Takes the lock of the rollup until the transaction ends. @returns false if another one holds it */
export async function tryLockRollup(tx: EntityManager): Promise<boolean> {
  const [lock]: { is_free: boolean }[] = await tx.query('SELECT pg_try_advisory_xact_lock($1) AS is_free', [
    ADVISORY_LOCKS.dailyRollup,
  ]);
  return lock?.is_free ?? false;
}

/** Runs a statement that moves one batch from a rollup queue. @returns the number of rows that it moved */
export async function rollUpBatch(tx: EntityManager, statement: string): Promise<number> {
  const [moved]: { count: number }[] = await tx.query(statement);
  return moved?.count ?? 0;
}

const QUEUE = 'FROM order_rollup_queue';

/** Order events that the daily statistics have not counted. */
export const orderStatsBacklog = (db: DataSource): Promise<Backlog> =>
  readBacklog(db, QUEUE, 'created_at', `FROM order_events WHERE id = (SELECT min(event_id) ${QUEUE})`);
