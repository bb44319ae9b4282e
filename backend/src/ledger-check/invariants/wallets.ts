import { STATEMENT_TYPES } from '../../ledger/ledger.js';
import type { Invariants } from './invariant.js';

/** Wallets, their transfers and their statements. */
export const WALLET_INVARIANTS: Invariants = {
  // Only of all rows. For new rows it follows from the invariants below.
  'all balances together are 0': ({ isWhole }) =>
    isWhole
      ? `
    SELECT wallets.sum::text AS wallets, shop.sum::text AS shop
    FROM (SELECT coalesce(sum(balance), 0) AS sum FROM accounts) wallets,
      (SELECT coalesce(sum(CASE WHEN credit.kind <> 'wallet' THEN t.amount ELSE 0 END), 0)
         - coalesce(sum(CASE WHEN debit.kind <> 'wallet' THEN t.amount ELSE 0 END), 0) AS sum FROM transfers t
       JOIN accounts debit ON debit.id = t.debit_account_id JOIN accounts credit ON credit.id = t.credit_account_id) shop
    WHERE wallets.sum + shop.sum <> 0`
      : NO_ROWS,

  'no wallet is below zero': ({ wallets }) => `
    SELECT id, balance FROM ${wallets} a WHERE balance < 0`,

  // For a partial scope the balance after the last transfer is enough: the next invariant proves the chain before it.
  'a wallet holds its credits less its debits': ({ isWhole, wallets }) => `
    SELECT a.id, a.balance, moved.sum::text FROM ${wallets} a LEFT JOIN LATERAL (
      ${isWhole ? SUM_OF_TRANSFERS : BALANCE_AFTER_LAST_TRANSFER}) moved ON true
    WHERE a.balance <> moved.sum`,

  'each transfer starts where the one before left the wallet': ({ isWhole, transfers }) => `
    SELECT * FROM (
      SELECT a.id AS account_id, t.id, t.wallet_balance_after AS balance_after,
        CASE WHEN a.id = t.credit_account_id THEN t.amount ELSE -t.amount END AS change,
        coalesce(${isWhole ? BALANCE_BEFORE_IN_ONE_PASS : `(${balanceBefore('t.id')})`}, 0) AS balance_before
      FROM ${transfers} t JOIN accounts a ON a.id IN (t.debit_account_id, t.credit_account_id) AND a.kind = 'wallet') chain
    WHERE balance_before + change IS DISTINCT FROM balance_after`,

  'each wallet in a transfer has one statement line that says the same': ({ transfers }) => `
    SELECT t.id AS transfer_id, a.id AS account_id FROM ${transfers} t
    JOIN accounts a ON a.id IN (t.debit_account_id, t.credit_account_id) AND a.kind = 'wallet'
    LEFT JOIN wallet_transactions w ON w.transfer_id = t.id AND w.account_id = a.id
    WHERE w.id IS NULL OR w.amount <> t.amount OR w.order_id IS DISTINCT FROM t.order_id
      OR w.payment_intent_id IS DISTINCT FROM t.payment_intent_id
      OR w.balance_after IS DISTINCT FROM t.wallet_balance_after
      OR w.transaction_type <> CASE t.kind ${STATEMENT_TYPE_OF_KIND} END`,

  'no statement line names a transfer that another account made': ({ lines }) => `
    SELECT w.id FROM ${lines} w JOIN transfers t ON t.id = w.transfer_id
    WHERE w.account_id NOT IN (t.debit_account_id, t.credit_account_id)`,

  // A deposit of the demo shop has no card payment. DEBT_PAYMENT and TRANSFER name neither an order nor a card payment.
  'a wallet in a transfer belongs to the buyer of its order or the owner of its card payment': ({ ownedTransfers }) => `
    SELECT t.id, t.kind, wallet.user_id AS wallet_of, o.user_id AS buyer, i.user_id AS payer FROM ${ownedTransfers} t
    JOIN accounts wallet ON wallet.id = CASE WHEN t.kind IN ('PAYMENT', 'CARD_DEBIT') THEN t.debit_account_id ELSE t.credit_account_id END
    LEFT JOIN orders o ON o.id = t.order_id LEFT JOIN chargebacks c ON c.id = t.chargeback_id
    LEFT JOIN payment_intents i ON i.id = coalesce(t.payment_intent_id, c.payment_intent_id)
    WHERE (t.kind IN ('PAYMENT', 'REFUND', 'LATE_PAYMENT', 'BANK_CREDIT') AND wallet.user_id IS DISTINCT FROM o.user_id)
      OR ((t.kind IN ('CARD_DEBIT', 'CARD_CREDIT') OR (t.kind = 'DEPOSIT' AND t.payment_intent_id IS NOT NULL))
        AND wallet.user_id IS DISTINCT FROM i.user_id)`,
};

const NO_ROWS = 'SELECT WHERE false';

const STATEMENT_TYPE_OF_KIND = Object.entries(STATEMENT_TYPES)
  .map(([kind, type]) => `WHEN '${kind}' THEN '${type}'`)
  .join(' ');

/** The credits of wallet `a` less its debits. */
const SUM_OF_TRANSFERS = `
  SELECT coalesce(sum(CASE WHEN t.credit_account_id = a.id THEN t.amount ELSE -t.amount END), 0) AS sum
  FROM transfers t WHERE a.id IN (t.credit_account_id, t.debit_account_id)`;

const BALANCE_AFTER_LAST_TRANSFER = `SELECT coalesce((${balanceBefore()}), 0) AS sum`;

/**
 * The balance that wallet `a` had before a transfer: after the one before, whichever side the wallet was on.
 * @param id an expression for the transfer's id; without it, the balance after the last transfer
 */
function balanceBefore(id?: string): string {
  const latest = (side: 'debit' | 'credit') => `
    (SELECT id, wallet_balance_after FROM transfers WHERE ${side}_account_id = a.id ${id ? `AND id < ${id}` : ''}
     ORDER BY id DESC LIMIT 1)`;
  return `SELECT wallet_balance_after FROM (${latest('debit')} UNION ALL ${latest('credit')}) p ORDER BY id DESC LIMIT 1`;
}

/** The same for all transfers, which are then read once, not once for each. */
const BALANCE_BEFORE_IN_ONE_PASS = 'lag(t.wallet_balance_after) OVER (PARTITION BY a.id ORDER BY t.id)';
