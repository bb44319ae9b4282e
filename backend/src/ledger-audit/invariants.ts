import { STATUS_SQL } from '../orders/order-status.js';
import type { AuditScope } from './audit-scope.sql.js';

const NONE = 'SELECT WHERE false';

const SUM_OF_ALL = `
  SELECT coalesce(sum(CASE WHEN t.credit_account_id = a.id THEN t.amount ELSE -t.amount END), 0) AS sum
  FROM transfers t WHERE a.id IN (t.credit_account_id, t.debit_account_id)`;

/** The balance of wallet `a` after its last transfer before the given one, or after its last transfer. */
const before = (id?: string) => {
  const latest = (side: string) => `
    (SELECT id, wallet_balance_after FROM transfers WHERE ${side}_account_id = a.id ${id ? `AND id < ${id}` : ''}
     ORDER BY id DESC LIMIT 1)`;
  return `SELECT wallet_balance_after FROM (${latest('debit')} UNION ALL ${latest('credit')}) p ORDER BY id DESC LIMIT 1`;
};
const LEFT_BY_THE_LAST = `SELECT coalesce((${before()}), 0) AS sum`;
const BEFORE_IN_ORDER = 'lag(t.wallet_balance_after) OVER (PARTITION BY a.id ORDER BY t.id)';

/** Invariants of the books by name. Each returns a query for the rows in the scope that violate it. */
export const INVARIANTS: Record<string, (scope: AuditScope) => string> = {
  // For new rows this follows from the invariants below.
  'all balances together are 0': ({ isWhole }) =>
    isWhole
      ? `
    SELECT wallets.sum::text AS wallets, shop.sum::text AS shop
    FROM (SELECT coalesce(sum(balance), 0) AS sum FROM accounts) wallets,
      (SELECT coalesce(sum(CASE WHEN credit.kind <> 'wallet' THEN t.amount ELSE 0 END), 0)
         - coalesce(sum(CASE WHEN debit.kind <> 'wallet' THEN t.amount ELSE 0 END), 0) AS sum FROM transfers t
       JOIN accounts debit ON debit.id = t.debit_account_id JOIN accounts credit ON credit.id = t.credit_account_id) shop
    WHERE wallets.sum + shop.sum <> 0`
      : NONE,
  'no wallet is below zero': (scope) => `
    SELECT id, balance FROM ${scope.wallets} a WHERE balance < 0`,
  // For a partial scope the balance after the last transfer is enough: the next invariant proves the chain before it.
  'a wallet holds its credits less its debits': ({ isWhole, wallets }) => `
    SELECT a.id, a.balance, moved.sum::text FROM ${wallets} a LEFT JOIN LATERAL (
      ${isWhole ? SUM_OF_ALL : LEFT_BY_THE_LAST}) moved ON true
    WHERE a.balance <> moved.sum`,
  'each transfer starts where the one before left the wallet': ({ isWhole, transfers }) => `
    SELECT * FROM (
      SELECT a.id AS account_id, t.id, t.wallet_balance_after AS balance_after,
        CASE WHEN a.id = t.credit_account_id THEN t.amount ELSE -t.amount END AS change,
        coalesce(${isWhole ? BEFORE_IN_ORDER : `(${before('t.id')})`}, 0) AS balance_before
      FROM ${transfers} t JOIN accounts a ON a.id IN (t.debit_account_id, t.credit_account_id) AND a.kind = 'wallet') chain
    WHERE balance_before + change IS DISTINCT FROM balance_after`,
  'each wallet in a transfer has one statement line that says the same': (scope) => `
    SELECT t.id AS transfer_id, a.id AS account_id FROM ${scope.transfers} t
    JOIN accounts a ON a.id IN (t.debit_account_id, t.credit_account_id) AND a.kind = 'wallet'
    LEFT JOIN wallet_transactions w ON w.transfer_id = t.id AND w.account_id = a.id
    WHERE w.id IS NULL OR w.amount <> t.amount OR w.order_id IS DISTINCT FROM t.order_id
      OR w.payment_intent_id IS DISTINCT FROM t.payment_intent_id
      OR w.balance_after IS DISTINCT FROM t.wallet_balance_after`,
  'no statement line names a transfer that another account made': (scope) => `
    SELECT w.id FROM ${scope.lines} w JOIN transfers t ON t.id = w.transfer_id
    WHERE w.account_id NOT IN (t.debit_account_id, t.credit_account_id)`,
  'a paid order took its total once, any other order nothing': (scope) => `
    SELECT o.id, o.total_price, o.paid_at, taken.sum::text FROM ${scope.orders} o LEFT JOIN LATERAL (
      SELECT coalesce(sum(t.amount), 0) AS sum FROM transfers t
      WHERE t.order_id = o.id AND t.kind IN ('PAYMENT', 'CARD_PAYMENT', 'CASH_PAYMENT', 'BANK_PAYMENT')) taken ON true
    WHERE taken.sum <> CASE WHEN o.paid_at IS NULL THEN 0 ELSE o.total_price END`,
  'a refunded order gave its total back, any other order at most a part of it to its card': (scope) => `
    SELECT o.id, o.total_price, o.refunded_at, given.to_wallet::text, given.to_card::text FROM ${scope.orders} o LEFT JOIN LATERAL (
      SELECT coalesce(sum(t.amount) FILTER (WHERE t.kind = 'REFUND'), 0) AS to_wallet,
        coalesce(sum(t.amount) FILTER (WHERE t.kind = 'CARD_REFUND'), 0) AS to_card FROM transfers t
      WHERE t.order_id = o.id AND t.kind IN ('REFUND', 'CARD_REFUND')) given ON true
    WHERE CASE WHEN o.refunded_at IS NOT NULL THEN given.to_wallet + given.to_card <> o.total_price
      ELSE given.to_wallet > 0 OR (given.to_card > 0 AND given.to_card >= o.total_price) END`,
  'a paid order with a coupon booked its discount once, any other order none': (scope) => `
    SELECT o.id, o.discount, o.paid_at, booked.sum::text FROM ${scope.orders} o LEFT JOIN LATERAL (
      SELECT coalesce(sum(t.amount), 0) AS sum FROM transfers t
      WHERE t.order_id = o.id AND t.kind = 'DISCOUNT') booked ON true
    WHERE booked.sum <> CASE WHEN o.paid_at IS NULL THEN 0 ELSE o.discount END`,
  'a transfer goes between the accounts that its kind is for': (scope) => `
    SELECT t.id, t.kind, debit.kind AS debit, credit.kind AS credit FROM ${scope.transfers} t
    JOIN accounts debit ON debit.id = t.debit_account_id JOIN accounts credit ON credit.id = t.credit_account_id
    WHERE (t.kind, debit.kind, credit.kind) NOT IN (('DEPOSIT', 'card_clearing', 'wallet'), ('PAYMENT', 'wallet', 'sales'),
      ('CARD_PAYMENT', 'card_clearing', 'sales'), ('DISCOUNT', 'discounts', 'sales'),
      ('LATE_PAYMENT', 'card_clearing', 'wallet'), ('REFUND', 'refunds', 'wallet'),
      ('DISPUTE', 'disputed', 'card_clearing'), ('DISPUTE_WON', 'card_clearing', 'disputed'),
      ('CARD_REGAINED', 'card_clearing', 'corrections'), ('CARD_CREDIT', 'card_clearing', 'wallet'),
      ('CARD_SETTLED', 'card_clearing', 'receivables'), ('DEBT_PAYMENT', 'wallet', 'receivables'),
      ('CASH_PAYMENT', 'cash', 'sales'), ('BANK_PAYMENT', 'bank', 'sales'), ('BANK_PAYMENT', 'unmatched', 'sales'),
      ('BANK_CREDIT', 'bank', 'wallet'), ('BANK_CREDIT', 'unmatched', 'wallet'),
      ('BANK_UNMATCHED', 'bank', 'unmatched'), ('BANK_RETURNED', 'unmatched', 'bank')) AND t.kind <> 'TRANSFER'
      AND (t.kind, debit.kind) NOT IN (('CARD_REFUND', 'refunds'), ('CARD_DEBIT', 'wallet'), ('CARD_OWED', 'receivables'))
    UNION ALL
    SELECT t.id, t.kind, r.kind, credit.kind FROM ${scope.transfers} t
    JOIN accounts credit ON credit.id = t.credit_account_id LEFT JOIN chargebacks r ON r.id = t.chargeback_id
    WHERE t.kind IN ('CARD_REFUND', 'CARD_DEBIT', 'CARD_OWED')
      AND credit.kind IS DISTINCT FROM CASE r.kind WHEN 'refund' THEN 'card_clearing' WHEN 'dispute' THEN 'disputed' END`,
  'what a card took back is booked up to its stage, once': (scope) => `
    SELECT r.id, r.kind, r.stage, r.amount, m.held::text, m.released::text, m.gone::text, m.back::text FROM ${scope.chargebacks} r
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE t.kind = 'DISPUTE'), 0) AS held,
        coalesce(sum(amount) FILTER (WHERE t.kind = 'DISPUTE_WON'), 0) AS released,
        coalesce(sum(amount) FILTER (WHERE t.kind IN ('CARD_REFUND', 'CARD_DEBIT', 'CARD_OWED')), 0) AS gone,
        coalesce(sum(amount) FILTER (WHERE t.kind IN ('CARD_REGAINED', 'CARD_CREDIT', 'CARD_SETTLED')), 0) AS back
      FROM transfers t WHERE t.chargeback_id = r.id) m ON true
    WHERE m.gone <> CASE WHEN r.stage IN ('lost', 'funds_reinstated') THEN r.amount ELSE 0 END
      OR m.back <> CASE r.stage WHEN 'funds_reinstated' THEN r.amount ELSE 0 END
      OR m.held - m.released <> CASE WHEN r.stage = 'funds_withdrawn' OR (r.kind = 'dispute' AND m.gone > 0) THEN r.amount ELSE 0 END
      OR m.held NOT IN (0, r.amount)`,
  'nobody owes less than nothing': () => `
    SELECT user_id, owed FROM receivables WHERE owed < 0`,
  'a settled intent moved its amount once, any other intent nothing': (scope) => `
    SELECT i.id, i.amount, i.settled_at, t.amount AS moved FROM ${scope.intents} i
    LEFT JOIN transfers t ON t.payment_intent_id = i.id
    WHERE coalesce(t.amount, 0) <> CASE WHEN i.settled_at IS NULL THEN 0 ELSE i.amount END`,
  'an intent for an order paid it or went to the wallet, one for a deposit is a deposit': (scope) => `
    SELECT i.id, i.purpose, t.kind FROM ${scope.intents} i JOIN transfers t ON t.payment_intent_id = i.id
    WHERE t.order_id IS DISTINCT FROM i.order_id
      OR (t.kind = 'DEPOSIT') <> (i.purpose = 'deposit') OR t.kind NOT IN ('DEPOSIT', 'CARD_PAYMENT', 'LATE_PAYMENT')`,
  'a bank transfer is booked as its state says, once': (scope) => `
    SELECT b.id, b.state, b.amount, m.kinds, m.amounts::text FROM ${scope.bankTransfers} b LEFT JOIN LATERAL (
      SELECT array_agg(t.kind ORDER BY t.id) AS kinds, count(*) FILTER (WHERE t.amount <> b.amount
        OR (t.kind IN ('BANK_PAYMENT', 'BANK_CREDIT') AND t.order_id IS DISTINCT FROM b.order_id)
        OR (t.kind IN ('BANK_PAYMENT', 'BANK_CREDIT') AND (debit.kind = 'unmatched') <> (b.problem IS NOT NULL))) AS amounts
      FROM transfers t JOIN accounts debit ON debit.id = t.debit_account_id WHERE t.bank_transfer_id = b.id) m ON true
    WHERE m.amounts <> 0 OR m.kinds IS DISTINCT FROM (CASE WHEN b.problem IS NULL THEN '{}'::text[] ELSE '{BANK_UNMATCHED}' END
      || CASE b.state WHEN 'paid' THEN '{BANK_PAYMENT}'::text[] WHEN 'credited' THEN '{BANK_CREDIT}' WHEN 'returned' THEN '{BANK_RETURNED}'
        ELSE '{}' END)`,
  'each movement of the bank account books a bank transfer': (scope) => `
    SELECT t.id, t.kind FROM ${scope.transfers} t
    WHERE (t.kind IN ('BANK_PAYMENT', 'BANK_CREDIT', 'BANK_UNMATCHED', 'BANK_RETURNED')) <> (t.bank_transfer_id IS NOT NULL)`,
  'a pending deposit waits for an open intent': () => `
    SELECT w.id, w.payment_intent_id, i.settled_at, i.closed_at FROM wallet_transactions w
    LEFT JOIN payment_intents i ON i.id = w.payment_intent_id
    WHERE w.status = 'PENDING' AND (i.id IS NULL OR i.settled_at IS NOT NULL OR i.closed_at IS NOT NULL)`,
  'stock on hand is the sum of its movements': (scope) => `
    SELECT * FROM (
      SELECT v.product_id, v.id AS variant_id, v.stock_quantity AS on_hand, coalesce(sum(m.change), 0)::integer AS moved
      FROM ${scope.variants} v LEFT JOIN stock_movements m ON m.product_id = v.product_id AND m.variant_id = v.id GROUP BY v.product_id, v.id, v.stock_quantity
      UNION ALL
      SELECT p.id, NULL, p.count_in_stock, coalesce(sum(m.change), 0)::integer
      FROM ${scope.products} p LEFT JOIN stock_movements m ON m.product_id = p.id AND m.variant_id IS NULL GROUP BY p.id, p.count_in_stock) stock
    WHERE on_hand <> moved`,
  // Goods of deleted variants cannot go back to stock, so they are not checked.
  'an order has taken its goods, and has given them back when it ended undelivered': (scope) => `
    SELECT * FROM (
      SELECT order_id, product_id, variant_id, sum(owed)::integer AS owed, sum(moved)::integer AS moved FROM (
        SELECT i.order_id, i.product_id, i.variant_id, 0 AS moved, CASE
          WHEN o.cancelled_at IS NOT NULL OR (o.refunded_at IS NOT NULL AND o.delivered_at IS NULL) THEN 0
          ELSE -i.qty END AS owed
        FROM order_items i JOIN ${scope.orders} o ON o.id = i.order_id
        UNION ALL
        SELECT m.order_id, m.product_id, m.variant_id, m.change, 0 FROM stock_movements m JOIN ${scope.orders} o ON o.id = m.order_id) lines
      GROUP BY order_id, product_id, variant_id) goods
    WHERE owed <> moved AND (variant_id IS NULL OR EXISTS (SELECT FROM variants v WHERE v.id = variant_id))`,
  'a coupon was used no more than it may be': (scope) => `
    SELECT c.id, c.usage_limit, count(*) AS uses FROM ${scope.coupons} c JOIN coupon_uses u ON u.coupon_id = c.id
    GROUP BY c.id, c.usage_limit HAVING count(*) > c.usage_limit`,
  'nobody used a coupon more than they may': (scope) => `
    SELECT c.id, u.user_id, c.per_user_limit, count(*) AS uses FROM ${scope.coupons} c JOIN coupon_uses u ON u.coupon_id = c.id
    GROUP BY c.id, u.user_id, c.per_user_limit HAVING count(*) > c.per_user_limit`,
  'a coupon is used by orders that have it and were not cancelled, with its buyer': (scope) => `
    SELECT o.id, o.coupon_code, o.cancelled_at, u.user_id FROM coupon_uses u JOIN ${scope.orders} o ON o.id = u.order_id
    WHERE o.coupon_code IS NULL OR o.cancelled_at IS NOT NULL OR o.user_id <> u.user_id`,
  'an order is in the state that its last event says': (scope) => `
    SELECT o.id, o.status, e.status_after FROM (
      SELECT o.id, ${STATUS_SQL} AS status FROM ${scope.orders} o) o
    LEFT JOIN LATERAL (SELECT status_after FROM order_events WHERE order_id = o.id ORDER BY id DESC LIMIT 1) e ON true
    WHERE o.status IS DISTINCT FROM e.status_after`,
  'each event of an order begins where the one before ended': (scope) => `
    SELECT id, order_id, status_before, ended FROM (
      SELECT e.id, order_id, status_before, lag(status_after) OVER (PARTITION BY order_id ORDER BY e.id) AS ended
      FROM order_events e JOIN ${scope.orders} o ON o.id = e.order_id) chain
    WHERE status_before IS DISTINCT FROM ended`,
};
