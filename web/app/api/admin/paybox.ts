import type { Page } from 'contract/common';
import type { AdminWallet, TransactionTotals, WalletTotals, WalletTransaction } from 'contract/money/paybox';
import { signed } from '~/api/account/signed';
import type { Query } from '~/api/http/client';

/** A page of all wallets. */
export const listWallets = (query: Query, signal?: AbortSignal) =>
  signed<Page<AdminWallet>>('/api/admin/paybox/wallets/', { query, signal });

/** The total balances of all wallets that the query matches. */
export const getWalletTotals = (query: Query, signal?: AbortSignal) =>
  signed<WalletTotals>('/api/admin/paybox/wallets/totals/', { query, signal });

/** Locks or unlocks a wallet. A locked wallet cannot spend. */
export const setWalletActive = (id: number, is_active: boolean) =>
  signed<AdminWallet>(`/api/admin/paybox/wallets/${id}/`, { method: 'PATCH', body: { is_active } });

/** A page of the transactions of all wallets. */
export const listAllTransactions = (query: Query, signal?: AbortSignal) =>
  signed<Page<WalletTransaction>>('/api/admin/paybox/transactions/', { query, signal });

/** The totals in and out of all transactions that the query matches. */
export const getTransactionTotals = (query: Query, signal?: AbortSignal) =>
  signed<TransactionTotals>('/api/admin/paybox/transactions/totals/', { query, signal });
