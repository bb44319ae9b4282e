import type { EntityManager } from 'typeorm';
import { ShopError } from '../common/shop-error.js';
import { TEXTS, type Vnd } from '../contract/rules.js';
import { Account, type ShopAccount } from './account.entity.js';
import type { TransactionType } from './wallet-transaction.entity.js';

/**
 * Why money moves, and what the wallet's statement calls it.
 * CARD_PAYMENT pays an order by card, DISCOUNT is the part of its price that its coupon pays: neither touches a wallet.
 * LATE_PAYMENT is a card payment whose order was paid or cancelled before it came, so that it goes to the buyer's wallet.
 */
const STATEMENT = {
  DEPOSIT: 'DEPOSIT',
  PAYMENT: 'PAYMENT',
  CARD_PAYMENT: 'PAYMENT',
  DISCOUNT: 'PAYMENT',
  LATE_PAYMENT: 'REFUND',
  REFUND: 'REFUND',
  TRANSFER: 'TRANSFER',
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
  /** What the wallet's owner reads. */
  description: string;
}

/**
 * Moves money: the only writer of balances. One statement writes the transfer between two accounts, the wallet's balance
 * and the line of its statement, a pending line of the same intent being completed.
 *
 * The shop's own accounts have no balance that is written: every payment would wait for the one before it. Theirs are the
 * sums of their transfers. An undo is a movement of its own.
 *
 * The database guards it too: a wallet never falls below zero, an order moves money once for each kind, an intent once.
 *
 * @throws ShopError 400 when a wallet holds too little
 */
export async function post(tx: EntityManager, movement: Movement): Promise<void> {
  const { kind, from, to, amount, orderId = null, intentId = null, description } = movement;
  const record = [kind, amount, orderId, intentId, description];
  if (typeof from === 'string') {
    if (typeof to === 'string') await tx.query(BETWEEN_SHOP_ACCOUNTS, [...record, from, to]);
    else await tx.query(WITH_WALLET, [...record, to.id, from, amount, STATEMENT[kind]]);
    return;
  }
  if (typeof to !== 'string') throw new Error('Money does not move from wallet to wallet');
  const lines: unknown[] = await tx.query(WITH_WALLET, [...record, from.id, to, -amount, STATEMENT[kind]]);
  if (lines.length === 0) throw new ShopError(400, TEXTS.insufficientBalance);
}

const BETWEEN_SHOP_ACCOUNTS = `
  INSERT INTO transfers (kind, amount, order_id, payment_intent_id, description, debit_account_id, credit_account_id)
  SELECT $1, $2, $3, $4, $5, debit.id, credit.id FROM accounts debit, accounts credit
  WHERE debit.user_id IS NULL AND debit.kind = $6 AND credit.user_id IS NULL AND credit.kind = $7`;

/** $6 is the wallet, $7 the shop's account, $8 by how much the wallet changes. No row: it holds too little. */
const WITH_WALLET = `
  WITH wallet AS (
    UPDATE accounts SET balance = balance + $8, updated_at = now() WHERE id = $6 AND balance + $8 >= 0
    RETURNING id, balance
  ), transfer AS (
    INSERT INTO transfers (kind, amount, order_id, payment_intent_id, description, debit_account_id, credit_account_id,
      wallet_balance_after)
    SELECT $1, $2::bigint, $3::integer, $4, $5, CASE WHEN $8 < 0 THEN wallet.id ELSE shop.id END,
      CASE WHEN $8 < 0 THEN shop.id ELSE wallet.id END, wallet.balance
    FROM wallet, accounts shop WHERE shop.user_id IS NULL AND shop.kind = $7
    RETURNING id, wallet_balance_after
  )
  INSERT INTO wallet_transactions (account_id, transaction_type, amount, status, description, order_id,
    payment_intent_id, transfer_id, balance_after)
  SELECT $6, $9, $2::bigint, 'COMPLETED', $5, $3::integer, $4, transfer.id, wallet_balance_after FROM transfer
  ON CONFLICT (payment_intent_id) DO UPDATE
  SET status = 'COMPLETED', transfer_id = excluded.transfer_id, balance_after = excluded.balance_after
  RETURNING id`;

/** A user's wallet, made when it is first looked at. */
export async function walletOf(tx: EntityManager, userId: number): Promise<Account> {
  const found = await tx.findOneBy(Account, { userId });
  if (found) return found;
  await tx.query(`INSERT INTO accounts (kind, user_id) VALUES ('wallet', $1) ON CONFLICT (user_id) DO NOTHING`, [
    userId,
  ]);
  return tx.findOneByOrFail(Account, { userId });
}
