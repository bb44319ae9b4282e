import type { EntityManager } from 'typeorm';
import { reserveIds } from './reserve-ids.sql.js';

/** Writes accounts, transfers and wallet transactions. Deposits come before the payments, so that no balance is ever negative. */
export async function writeTransfers(tx: EntityManager, transactions: number): Promise<void> {
  const [counts]: { orders: number; refunds: number; paid: number }[] = await tx.query(
    `SELECT count(*) FILTER (WHERE o.paid_at IS NOT NULL AND o.payment_method = 'Paybox')::integer AS orders,
       count(*) FILTER (WHERE o.refunded_at IS NOT NULL)::integer AS refunds
     FROM orders o JOIN bought USING (id)`,
  );
  const { orders = 0, refunds = 0 } = counts ?? {};
  const deposits = Math.max(orders, transactions - orders - refunds);
  await tx.query(
    `CREATE TEMP TABLE moves ON COMMIT DROP AS
       WITH o AS (
         SELECT orders.*, row_number() OVER (ORDER BY id) AS place,
           $1::integer / $2::integer + CASE WHEN row_number() OVER (ORDER BY id) <= $1::integer % $2::integer THEN 1 ELSE 0 END AS parts
         FROM orders JOIN bought USING (id) WHERE orders.paid_at IS NOT NULL AND payment_method = 'Paybox')
       SELECT user_id, 'DEPOSIT' AS kind, greatest(10000, ceil(total_price::numeric / parts / 1000) * 1000)::bigint AS amount,
         NULL::integer AS order_id, paid_at - interval '5 minutes' - interval '20 days' * power(random(), 2) AS at, 1 AS step
       FROM o, generate_series(1, parts)
       UNION ALL SELECT user_id, 'PAYMENT', -total_price, id, paid_at, 2 FROM o
       UNION ALL SELECT user_id, 'REFUND', total_price, orders.id, refunded_at, 3 FROM orders JOIN bought USING (id, user_id)
         WHERE refunded_at IS NOT NULL
       UNION ALL SELECT NULL, 'CARD_PAYMENT', total_price, orders.id, orders.paid_at, 2 FROM orders JOIN bought USING (id)
         WHERE orders.paid_at IS NOT NULL AND payment_method = 'Stripe'`,
    [deposits, Math.max(orders, 1)],
  );
  await tx.query('ANALYZE moves');
  const [made]: { moves: number; lines: number }[] = await tx.query(
    'SELECT count(*)::integer AS moves, count(user_id)::integer AS lines FROM moves',
  );
  const firstTransfer = await reserveIds(tx, 'transfers', made?.moves ?? 0);
  const firstLine = await reserveIds(tx, 'wallet_transactions', made?.lines ?? 0);
  await tx.query(`
    INSERT INTO accounts (kind, user_id, balance, created_at, updated_at)
      SELECT 'wallet', user_id, sum(amount), min(at), max(at) FROM moves WHERE user_id IS NOT NULL GROUP BY user_id;
    CREATE TEMP TABLE moved ON COMMIT DROP AS
      SELECT m.*, a.id AS account_id, row_number() OVER (ORDER BY m.at, m.step, m.order_id, m.amount, m.user_id) AS place,
        CASE WHEN a.id IS NOT NULL THEN sum(m.amount) OVER (PARTITION BY m.user_id
          ORDER BY m.at, m.step, m.order_id, m.amount ROWS UNBOUNDED PRECEDING) END AS balance
      FROM moves m LEFT JOIN accounts a ON a.user_id = m.user_id;
    ANALYZE moved, accounts;
    INSERT INTO transfers (id, kind, debit_account_id, credit_account_id, amount, wallet_balance_after, order_id, description,
        created_at) OVERRIDING SYSTEM VALUE
      SELECT ${firstTransfer} + place - 1, m.kind, CASE m.kind WHEN 'PAYMENT' THEN account_id WHEN 'REFUND' THEN refunds.id ELSE cards.id END,
        CASE m.kind WHEN 'PAYMENT' THEN sales.id WHEN 'CARD_PAYMENT' THEN sales.id ELSE account_id END, abs(amount), m.balance, order_id,
        CASE m.kind WHEN 'DEPOSIT' THEN 'Nạp tiền vào ví' WHEN 'REFUND' THEN 'Hoàn tiền đơn hàng #' || order_id
          ELSE 'Thanh toán đơn hàng #' || order_id END, at
      FROM moved m, accounts cards, accounts sales, accounts refunds
      WHERE cards.kind = 'card_clearing' AND sales.kind = 'sales' AND refunds.kind = 'refunds' ORDER BY place;
    INSERT INTO wallet_transactions (id, account_id, transaction_type, amount, status, description, order_id, transfer_id,
        balance_after, created_at)
      SELECT ${firstLine} + row_number() OVER (ORDER BY place) - 1, account_id, kind, abs(amount), 'COMPLETED',
        CASE kind WHEN 'DEPOSIT' THEN 'Nạp tiền vào ví' WHEN 'REFUND' THEN 'Hoàn tiền đơn hàng #' || order_id
          ELSE 'Thanh toán đơn hàng #' || order_id END, order_id, ${firstTransfer} + place - 1, balance, at
      FROM moved WHERE account_id IS NOT NULL ORDER BY place`);
}

/** Fills the rollup queues for rows that were inserted without triggers. */
export async function queueRollups(tx: EntityManager): Promise<void> {
  await tx.query(`
    INSERT INTO order_rollup_queue
      SELECT e.id FROM order_events e JOIN bought b ON b.id = e.order_id
      WHERE e.id > (SELECT coalesce(last, 0) FROM written_events);
    INSERT INTO wallet_rollup_queue
      SELECT shop_date(at), kind, 'COMPLETED', sign(amount), count(*), sum(abs(amount)) FROM moved
      WHERE account_id IS NOT NULL GROUP BY 1, 2, 4`);
}
