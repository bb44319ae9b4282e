import type { EntityManager } from 'typeorm';
import { ShopError } from '../platform/errors/shop-error.js';
import { TEXTS, type Vnd } from '../contract/rules.js';
import { Account, type ShopAccount } from './account.entity.js';
import type { TransactionType } from './wallet-transaction.entity.js';

/**
 * The kinds of transfers, each with its type on the wallet's statement.
 * - CARD_PAYMENT pays an order by card; DISCOUNT is the part of its price that its coupon pays. Neither touches a wallet.
 * - LATE_PAYMENT is a card payment whose order was paid or cancelled before it arrived: it goes to the buyer's wallet.
 * - DISPUTE and the kinds after it book chargebacks and their reversals (docs/decisions/014). DEBT_PAYMENT pays a debt from
 *   later income, when the wallet could not cover a chargeback.
 */
const STATEMENT = {
  DEPOSIT: 'DEPOSIT',
  PAYMENT: 'PAYMENT',
  CARD_PAYMENT: 'PAYMENT',
  DISCOUNT: 'PAYMENT',
  LATE_PAYMENT: 'REFUND',
  REFUND: 'REFUND',
  TRANSFER: 'TRANSFER',
  DISPUTE: 'TRANSFER',
  DISPUTE_WON: 'TRANSFER',
  CARD_REFUND: 'TRANSFER',
  CARD_DEBIT: 'TRANSFER',
  CARD_OWED: 'TRANSFER',
  CARD_REGAINED: 'TRANSFER',
  CARD_CREDIT: 'REFUND',
  CARD_SETTLED: 'TRANSFER',
  DEBT_PAYMENT: 'TRANSFER',
} as const satisfies Record<string, TransactionType>;

/** One of the shop's own accounts by its kind, or a wallet. */
type Party = ShopAccount | Account;

export interface Movement {
  kind: keyof typeof STATEMENT;
  from: Party;
  to: Party;
  /** Positive. */
  amount: Vnd;
  orderId?: number;
  intentId?: string;
  /** The chargeback that the movement books. */
  chargebackId?: string;
  /** Shown on the wallet's statement. */
  description: string;
}

/**
 * Books one movement, see `postAll`.
 * @throws ShopError 400 when a wallet holds too little
 */
export async function post(tx: EntityManager, movement: Movement): Promise<void> {
  const [isMoved] = await postAll(tx, [movement]);
  if (!isMoved) throw new ShopError(400, TEXTS.insufficientBalance);
}

/**
 * Books movements: the only writer of balances. One statement writes the transfers, the balances of the wallets and the lines
 * of their statements; a pending line of the same intent is completed.
 *
 * The shop's own accounts store no balance, because every payment would wait for the one before it. Their balances are the
 * sums of their transfers. Undoing a movement takes another movement.
 *
 * The database enforces it too: a wallet never falls below zero, and money moves once per order and kind, and once per intent.
 *
 * @param movements in chronological order. If they concern several wallets, the caller has locked these. The movements of one
 *   wallet are either all incoming or all outgoing
 * @returns for each movement, whether it was booked. If a wallet holds too little for all its movements, none of them is
 */
export async function postAll(tx: EntityManager, movements: Movement[]): Promise<boolean[]> {
  if (movements.length === 0) return [];
  const wallets = movements.map(walletIn);
  const rows: { account_id: number }[] = await tx.query(POST, [
    movements.map(({ kind }) => kind),
    movements.map(({ amount }) => amount),
    movements.map(({ orderId }) => orderId ?? null),
    movements.map(({ intentId }) => intentId ?? null),
    movements.map(({ description }) => description),
    wallets,
    movements.map(({ from }) => shopAccountIn(from)),
    movements.map(({ to }) => shopAccountIn(to)),
    Object.keys(STATEMENT),
    Object.values(STATEMENT),
    movements.map(({ chargebackId }) => chargebackId ?? null),
  ]);
  const booked = new Set(rows.map((row) => row.account_id));
  return wallets.map((wallet) => wallet === null || booked.has(wallet));
}

const shopAccountIn = (party: Party) => (typeof party === 'string' ? party : null);

function walletIn({ from, to }: Movement): number | null {
  if (typeof from !== 'string' && typeof to !== 'string') throw new Error('Money does not move from wallet to wallet');
  if (typeof from !== 'string') return from.id;
  return typeof to === 'string' ? null : to.id;
}

/** A wallet that holds too little returns no row, and none of its movements is written. */
const POST = `
  WITH movement AS (
    SELECT *, CASE WHEN shop_debit IS NULL THEN -amount ELSE amount END AS change
    FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::text[], $5::text[], $6::integer[], $7::text[], $8::text[],
        $11::text[])
      WITH ORDINALITY AS given (kind, amount, order_id, intent_id, description, wallet_id, shop_debit, shop_credit,
        return_id, nth)
  ), wallet AS (
    UPDATE accounts a SET balance = a.balance + due.change, updated_at = now()
    FROM (SELECT wallet_id, sum(change)::bigint AS change FROM movement GROUP BY wallet_id) due
    WHERE a.id = due.wallet_id AND a.balance + due.change >= 0
    RETURNING a.id, a.balance - due.change AS balance_before
  ), transfer AS (
    INSERT INTO transfers (kind, amount, order_id, payment_intent_id, chargeback_id, description, debit_account_id,
      credit_account_id, wallet_balance_after)
    SELECT m.kind, m.amount, m.order_id, m.intent_id, m.return_id, m.description, coalesce(debit.id, wallet.id),
      coalesce(credit.id, wallet.id), wallet.balance_before + sum(m.change) OVER (PARTITION BY wallet.id ORDER BY m.nth)
    FROM movement m LEFT JOIN wallet ON wallet.id = m.wallet_id
    LEFT JOIN accounts debit ON debit.user_id IS NULL AND debit.kind = m.shop_debit
    LEFT JOIN accounts credit ON credit.user_id IS NULL AND credit.kind = m.shop_credit
    WHERE wallet.id IS NOT NULL OR m.wallet_id IS NULL
    ORDER BY m.nth
    RETURNING *
  )
  INSERT INTO wallet_transactions (account_id, transaction_type, amount, status, description, order_id,
    payment_intent_id, transfer_id, balance_after)
  SELECT wallet.id, type.name, t.amount, 'COMPLETED', t.description, t.order_id, t.payment_intent_id, t.id,
    t.wallet_balance_after
  FROM transfer t JOIN wallet ON wallet.id IN (t.debit_account_id, t.credit_account_id)
  JOIN unnest($9::text[], $10::text[]) AS type (kind, name) USING (kind)
  ORDER BY t.id
  ON CONFLICT (payment_intent_id) DO UPDATE
  SET status = 'COMPLETED', transfer_id = excluded.transfer_id, balance_after = excluded.balance_after
  RETURNING account_id`;

/** Returns a user's wallet; creates it on first use. */
export async function walletOf(tx: EntityManager, userId: number): Promise<Account> {
  const found = await tx.findOneBy(Account, { userId });
  if (found) return found;
  await tx.query(`INSERT INTO accounts (kind, user_id) VALUES ('wallet', $1) ON CONFLICT (user_id) DO NOTHING`, [
    userId,
  ]);
  return tx.findOneByOrFail(Account, { userId });
}
