import { z } from 'zod';
import { DayQuery, Id, PageQuery, Search, Timestamp, Vnd, idOrNone, oneOf } from '../common.js';
import { IntentId } from './payments.js';
import { MAX_CARD_CHARGE, MIN_DEPOSIT, TEXTS } from '../rules.js';

/** `owed`: the debt from chargebacks that exceeded the balance. Incoming money pays it first. */
export const Wallet = z
  .object({
    balance: Vnd,
    owed: Vnd,
    is_active: z.boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
    user_info: z.object({ username: z.string(), email: z.string() }),
  })
  .meta({ id: 'Wallet' });
export type Wallet = z.infer<typeof Wallet>;

/** A wallet as an administrator sees it. */
export const AdminWallet = Wallet.extend({
  id: Id,
  user_info: Wallet.shape.user_info.extend({ id: Id }),
}).meta({ id: 'AdminWallet' });
export type AdminWallet = z.infer<typeof AdminWallet>;

/**
 * `search` matches part of the owner's user name, e-mail address, name or phone number; `user` is the owner's id. The default order is
 * by latest use.
 */
export const AdminWalletQuery = PageQuery.extend({
  search: Search,
  state: oneOf(['active', 'locked']),
  user: idOrNone,
  sort: oneOf(['updated-desc', 'updated-asc', 'balance-desc', 'balance-asc', 'name-asc', 'name-desc']),
});
export type AdminWalletQuery = z.infer<typeof AdminWalletQuery>;

/** Totals of all matching wallets: `liability` is the sum of their balances, `owed` the sum of their owners' debts. */
export const WalletTotals = z
  .object({ count: z.int(), locked: z.int(), liability: Vnd, owed: Vnd })
  .meta({ id: 'WalletTotals' });
export type WalletTotals = z.infer<typeof WalletTotals>;

/** Locks a wallet (false) or unlocks it. */
export const UpdateWallet = z.object({ is_active: z.boolean('Phải là true hoặc false') }).meta({ id: 'UpdateWallet' });
export type UpdateWallet = z.infer<typeof UpdateWallet>;

export const TRANSACTION_TYPES = ['DEPOSIT', 'PAYMENT', 'REFUND', 'TRANSFER'] as const;
export const TRANSACTION_STATUSES = ['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED'] as const;

/**
 * `amount` is always positive: `is_incoming` tells the direction. `balance_after` is null until COMPLETED, and `created_at` is when the
 * deposit was opened until then, when the money moved from then on.
 */
export const WalletTransaction = z
  .object({
    id: Id,
    transaction_type: z.enum(TRANSACTION_TYPES),
    transaction_type_display: z.string(),
    amount: Vnd,
    is_incoming: z.boolean(),
    status: z.enum(TRANSACTION_STATUSES),
    description: z.string(),
    order_info: z.object({ id: Id }).nullable(),
    balance_after: Vnd.nullable(),
    created_at: Timestamp,
    wallet_info: z.object({ user_username: z.string() }),
  })
  .meta({ id: 'WalletTransaction' });
export type WalletTransaction = z.infer<typeof WalletTransaction>;

/**
 * `search` is `#` and an order's number, or matches the owner as in `AdminWalletQuery`, that of an API key the user name alone;
 * `wallet` is the wallet's id.
 */
export const TransactionQuery = PageQuery.extend({
  ...DayQuery.shape,
  search: Search,
  wallet: z.preprocess((id) => (id === '' || id === undefined ? undefined : Number(id)), Id.optional()),
  type: oneOf(TRANSACTION_TYPES),
  status: oneOf(TRANSACTION_STATUSES),
  sort: oneOf(['created-desc', 'created-asc', 'amount-desc', 'amount-asc']),
});
export type TransactionQuery = z.infer<typeof TransactionQuery>;

/** Totals of all lines that match the query. Pending and failed lines are in no sum. */
export const TransactionTotals = z
  .object({ count: z.int(), incoming: Vnd, outgoing: Vnd })
  .meta({ id: 'TransactionTotals' });
export type TransactionTotals = z.infer<typeof TransactionTotals>;

export const Deposit = z
  .object({
    amount: z
      .int(TEXTS.minDeposit)
      .min(MIN_DEPOSIT, TEXTS.minDeposit)
      .max(MAX_CARD_CHARGE, 'Số tiền nạp tối đa là 99.999.999 VND'),
  })
  .meta({ id: 'Deposit' });
export type Deposit = z.infer<typeof Deposit>;

export const DepositIntent = z
  .object({ clientSecret: z.string(), paymentIntentId: z.string() })
  .meta({ id: 'DepositIntent' });
export type DepositIntent = z.infer<typeof DepositIntent>;

export const ConfirmDeposit = z.object({ payment_intent_id: IntentId }).meta({ id: 'ConfirmDeposit' });
export type ConfirmDeposit = z.infer<typeof ConfirmDeposit>;

export const PayWithWallet = z.object({ order_id: Id }).meta({ id: 'PayWithWallet' });
export type PayWithWallet = z.infer<typeof PayWithWallet>;
