import type { Invariants } from './invariant.js';

/** Bank transfers. One with a problem is booked as unmatched first, then out of there: see `payments/bank`. */
export const BANK_INVARIANTS: Invariants = {
  'a bank transfer is booked as its state says, once': ({ bankTransfers }) => `
    SELECT b.id, b.state, b.amount, m.kinds, m.amounts::text FROM ${bankTransfers} b LEFT JOIN LATERAL (
      SELECT array_agg(t.kind ORDER BY t.id) AS kinds, count(*) FILTER (WHERE t.amount <> b.amount
        OR (t.kind IN ('BANK_PAYMENT', 'BANK_CREDIT') AND t.order_id IS DISTINCT FROM b.order_id)
        OR (t.kind IN ('BANK_PAYMENT', 'BANK_CREDIT') AND (debit.kind = 'unmatched') <> (b.problem IS NOT NULL))) AS amounts
      FROM transfers t JOIN accounts debit ON debit.id = t.debit_account_id WHERE t.bank_transfer_id = b.id) m ON true
    WHERE m.amounts <> 0 OR m.kinds IS DISTINCT FROM (CASE WHEN b.problem IS NULL THEN '{}'::text[] ELSE '{BANK_UNMATCHED}' END
      || CASE b.state WHEN 'paid' THEN '{BANK_PAYMENT}'::text[] WHEN 'credited' THEN '{BANK_CREDIT}' WHEN 'returned' THEN '{BANK_RETURNED}'
        ELSE '{}' END)`,

  'each movement of the bank account books a bank transfer': ({ transfers }) => `
    SELECT t.id, t.kind FROM ${transfers} t
    WHERE (t.kind IN ('BANK_PAYMENT', 'BANK_CREDIT', 'BANK_UNMATCHED', 'BANK_RETURNED')) <> (t.bank_transfer_id IS NOT NULL)`,
};
