import type { Detail } from 'contract/common';
import type { DepositIntent, Wallet, WalletTransaction } from 'contract/paybox';
import { signed, signedOnce } from '~/api/http/signed';

/** The user's wallet, made on the first look. */
export const getWallet = (signal?: AbortSignal) => signed<Wallet>('/api/paybox/wallet/', { signal });

/** The wallet's lines, newest first. */
export const getTransactions = (signal?: AbortSignal) =>
  signed<WalletTransaction[]>('/api/paybox/transactions/', { signal });

/** Begins a top-up of `amount` đồng by card; sent again it is still one. */
export const deposit = (amount: number) => signedOnce<DepositIntent>('/api/paybox/deposit/', { amount });

/** Credits a charged top-up, once however often it is asked, and gives the wallet. */
export const confirmDeposit = (payment_intent_id: string) =>
  signed<Wallet>('/api/paybox/deposit/confirm/', { method: 'POST', body: { payment_intent_id } });

/** Pays an order from the wallet. */
export const payFromWallet = (order_id: number) => signedOnce<Detail>('/api/paybox/payment/', { order_id });
