import type { EntityManager } from 'typeorm';
import { ShopError } from '../platform/errors/shop-error.js';
import { TEXTS, type Vnd } from '../contract/rules.js';
import { Account, type ShopAccount } from './account.entity.js';
import { insertTransfers } from './ledger.sql.js';
import type { TransactionType } from './wallet-transaction.entity.js';

/**
 * The kinds of transfers, each with its type on the wallet's statement.
 * - CARD_PAYMENT pays an order by card; DISCOUNT is the part of its price that its coupon pays. Neither touches a wallet.
 * - LATE_PAYMENT is a card payment whose order was paid or cancelled before it arrived: it goes to the buyer's wallet.
 * - CASH_PAYMENT and BANK_PAYMENT pay an order in cash and by bank transfer. BANK_CREDIT is a bank transfer for an order that
 *   cannot take it: it goes to the buyer's wallet. BANK_UNMATCHED books one that belongs to no known order, BANK_RETURNED takes
 *   it out of the books again.
 * - DISPUTE and the kinds after it book chargebacks and their reversals (docs/decisions/014). DEBT_PAYMENT pays a debt from
 *   later income, when the wallet could not cover a chargeback.
 */
export const STATEMENT_TYPES = {
  DEPOSIT: 'DEPOSIT',
  PAYMENT: 'PAYMENT',
  CARD_PAYMENT: 'PAYMENT',
  DISCOUNT: 'PAYMENT',
  LATE_PAYMENT: 'REFUND',
  CASH_PAYMENT: 'PAYMENT',
  BANK_PAYMENT: 'PAYMENT',
  BANK_CREDIT: 'REFUND',
  BANK_UNMATCHED: 'TRANSFER',
  BANK_RETURNED: 'TRANSFER',
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

export type TransferKind = keyof typeof STATEMENT_TYPES;

/** One of the shop's own accounts by its kind, or a wallet. */
type Party = ShopAccount | Account;

export interface NewLedgerTransfer {
  kind: TransferKind;
  from: Party;
  to: Party;
  /** Positive. */
  amount: Vnd;
  orderId?: number;
  intentId?: string;
  /** The chargeback that the transfer books. */
  chargebackId?: string;
  /** The bank transfer that the transfer books. */
  bankTransferId?: number;
  /** Shown on the wallet's statement. */
  description: string;
}

/**
 * Books one transfer, see `postAll`.
 * @throws ShopError 400 when a wallet holds too little
 */
export async function post(tx: EntityManager, transfer: NewLedgerTransfer): Promise<void> {
  const [isBooked] = await postAll(tx, [transfer]);
  if (!isBooked) throw new ShopError(400, TEXTS.insufficientBalance);
}

/**
 * Books transfers: the only writer of balances. One statement writes the transfers, the balances of the wallets and the lines
 * of their statements; a pending line of the same intent is completed.
 *
 * The shop's own accounts store no balance, because every payment would wait for the one before it. Their balances are the
 * sums of their transfers. Undoing a transfer takes another transfer.
 *
 * The database enforces it too: a wallet never falls below zero, and money moves once per order and kind, and once per intent.
 *
 * @param transfers in chronological order. If they concern several wallets, the caller has locked these. The transfers of one
 *   wallet are either all incoming or all outgoing
 * @returns for each transfer, whether it was booked. If a wallet holds too little for all its transfers, none of them is
 */
export async function postAll(tx: EntityManager, transfers: NewLedgerTransfer[]): Promise<boolean[]> {
  if (transfers.length === 0) return [];
  const wallets = transfers.map(walletIn);
  const rows = await insertTransfers(tx, [
    transfers.map(({ kind }) => kind),
    transfers.map(({ amount }) => amount),
    transfers.map(({ orderId }) => orderId ?? null),
    transfers.map(({ intentId }) => intentId ?? null),
    transfers.map(({ description }) => description),
    wallets,
    transfers.map(({ from }) => shopAccountIn(from)),
    transfers.map(({ to }) => shopAccountIn(to)),
    Object.keys(STATEMENT_TYPES),
    Object.values(STATEMENT_TYPES),
    transfers.map(({ chargebackId }) => chargebackId ?? null),
    transfers.map(({ bankTransferId }) => bankTransferId ?? null),
  ]);
  const booked = new Set(rows.map((row) => row.account_id));
  return wallets.map((wallet) => wallet === null || booked.has(wallet));
}

const shopAccountIn = (party: Party) => (typeof party === 'string' ? party : null);

function walletIn({ from, to }: NewLedgerTransfer): number | null {
  if (typeof from !== 'string' && typeof to !== 'string') throw new Error('Money does not move from wallet to wallet');
  if (typeof from !== 'string') return from.id;
  return typeof to === 'string' ? null : to.id;
}

/** Returns a user's wallet; creates it on first use. */
export async function walletOf(tx: EntityManager, userId: number): Promise<Account> {
  const existing = await tx.findOneBy(Account, { userId });
  if (existing) return existing;
  await tx.createQueryBuilder().insert().into(Account).values({ kind: 'wallet', userId }).orIgnore().execute();
  return tx.findOneByOrFail(Account, { userId });
}
