import { z } from 'zod';
import { Id, Timestamp, Vnd } from './common.js';
import { IntentId } from './payments.js';
import { MAX_CARD_CHARGE, MIN_DEPOSIT, TEXTS } from './rules.js';

export const Wallet = z
  .object({
    balance: Vnd,
    is_active: z.boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
    user_info: z.object({ username: z.string(), email: z.string() }),
  })
  .meta({ id: 'Wallet' });
export type Wallet = z.infer<typeof Wallet>;

/** A wallet as an administrator sees it. */
export const AdminWallet = Wallet.extend({ id: Id }).meta({ id: 'AdminWallet' });
export type AdminWallet = z.infer<typeof AdminWallet>;

/** Locks a wallet (false) or unlocks it. */
export const UpdateWallet = z.object({ is_active: z.boolean('Phải là true hoặc false') }).meta({ id: 'UpdateWallet' });
export type UpdateWallet = z.infer<typeof UpdateWallet>;

export const TRANSACTION_TYPES = ['DEPOSIT', 'PAYMENT', 'REFUND', 'TRANSFER'] as const;
export const TRANSACTION_STATUSES = ['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED'] as const;

/** `amount` is always positive: the type tells the direction. `balance_after` is null until COMPLETED. */
export const WalletTransaction = z
  .object({
    id: Id,
    transaction_type: z.enum(TRANSACTION_TYPES),
    transaction_type_display: z.string(),
    amount: Vnd,
    status: z.enum(TRANSACTION_STATUSES),
    description: z.string(),
    order_info: z.object({ id: Id }).nullable(),
    balance_after: Vnd.nullable(),
    created_at: Timestamp,
    wallet_info: z.object({ user_username: z.string() }),
  })
  .meta({ id: 'WalletTransaction' });
export type WalletTransaction = z.infer<typeof WalletTransaction>;

export const Deposit = z
  .object({
    amount: z
      .int('Số tiền phải là số nguyên')
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
