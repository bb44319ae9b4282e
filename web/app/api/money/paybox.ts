import type { Detail } from 'contract/common';
import type { DepositIntent, Wallet, WalletTransaction } from 'contract/money/paybox';
import { signed } from '~/api/account/signed';
import { signedOnce } from '~/api/account/signed-once';

/** The user's wallet, created on first access. */
export const getWallet = (signal?: AbortSignal) => signed<Wallet>('/api/paybox/wallet/', { signal });

/** The wallet's transactions, newest first. */
export const listTransactions = (signal?: AbortSignal) =>
  signed<WalletTransaction[]>('/api/paybox/transactions/', { signal });

/** Starts a deposit of `amount` đồng by card. A retry does not start a second one. */
export const deposit = (amount: number) => signedOnce<DepositIntent>('/api/paybox/deposit/', { amount });

/** Credits a charged deposit once, however often it is called. @returns the wallet */
export const confirmDeposit = (payment_intent_id: string) =>
  signed<Wallet>('/api/paybox/deposit/confirm/', { method: 'POST', body: { payment_intent_id } });

/** Pays an order from the wallet. */
export const payFromWallet = (order_id: number) => signedOnce<Detail>('/api/paybox/payment/', { order_id });
