import type { EntityManager } from 'typeorm';
import { prepared } from '../platform/database/connections/prepared.js';

/**
 * A wallet that holds too little returns no row, and none of its transfers is written. A statement's line has the time at which its
 * money moved, not at which the transaction began or the deposit was opened: by it a wallet's lines are in the order of its balances,
 * because the time is read under the wallet's lock.
 */
const INSERT_TRANSFERS = prepared(
  'ledger-transfers',
  `
  WITH given AS (
    SELECT *, CASE WHEN shop_debit IS NULL THEN -amount ELSE amount END AS change
    FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::text[], $5::text[], $6::integer[], $7::text[], $8::text[],
        $11::text[], $12::integer[])
      WITH ORDINALITY AS given (kind, amount, order_id, intent_id, description, wallet_id, shop_debit, shop_credit,
        chargeback_id, bank_id, nth)
  ), wallet AS (
    UPDATE accounts a SET balance = a.balance + due.change, updated_at = now()
    FROM (SELECT wallet_id, sum(change)::bigint AS change FROM given GROUP BY wallet_id) due
    WHERE a.id = due.wallet_id AND a.balance + due.change >= 0
    RETURNING a.id, a.balance - due.change AS balance_before
  ), transfer AS (
    INSERT INTO transfers (kind, amount, order_id, payment_intent_id, chargeback_id, bank_transfer_id, description, debit_account_id,
      credit_account_id, wallet_balance_after)
    SELECT g.kind, g.amount, g.order_id, g.intent_id, g.chargeback_id, g.bank_id, g.description, coalesce(debit.id, wallet.id),
      coalesce(credit.id, wallet.id), wallet.balance_before + sum(g.change) OVER (PARTITION BY wallet.id ORDER BY g.nth)
    FROM given g LEFT JOIN wallet ON wallet.id = g.wallet_id
    LEFT JOIN accounts debit ON debit.user_id IS NULL AND debit.kind = g.shop_debit
    LEFT JOIN accounts credit ON credit.user_id IS NULL AND credit.kind = g.shop_credit
    WHERE wallet.id IS NOT NULL OR g.wallet_id IS NULL
    ORDER BY g.nth
    RETURNING *
  )
  INSERT INTO wallet_transactions (account_id, transaction_type, amount, status, description, order_id,
    payment_intent_id, transfer_id, balance_after, created_at)
  SELECT wallet.id, type.name, t.amount, 'COMPLETED', t.description, t.order_id, t.payment_intent_id, t.id,
    t.wallet_balance_after, clock_timestamp()
  FROM transfer t JOIN wallet ON wallet.id IN (t.debit_account_id, t.credit_account_id)
  JOIN unnest($9::text[], $10::text[]) AS type (kind, name) USING (kind)
  ORDER BY t.id
  ON CONFLICT (payment_intent_id) DO UPDATE
  SET status = 'COMPLETED', transfer_id = excluded.transfer_id, balance_after = excluded.balance_after,
    created_at = excluded.created_at
  RETURNING account_id`,
);

/**
 * Books transfers, see `postAll`. By hand: one statement writes transfers, balances and statement lines.
 * @param values in the order of the statement's parameters
 * @returns the wallets that were booked
 */
export const insertTransfers = (tx: EntityManager, values: unknown[]): Promise<{ account_id: number }[]> =>
  tx.query(INSERT_TRANSFERS, values);
