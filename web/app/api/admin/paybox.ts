import type { Page } from 'contract/common';
import type { AdminWallet, TransactionTotals, WalletTotals, WalletTransaction } from 'contract/paybox';
import { signed } from '~/api/http/signed';
import type { Query } from '~/api/http/client';

/** A page of everyone's wallets. */
export const getWallets = (query: Query, signal?: AbortSignal) =>
  signed<Page<AdminWallet>>('/api/admin/paybox/wallets/', { query, signal });

/** What the wallets of all pages hold together. */
export const getWalletTotals = (query: Query, signal?: AbortSignal) =>
  signed<WalletTotals>('/api/admin/paybox/wallets/totals/', { query, signal });

/** Locks a wallet, which then spends nothing, or unlocks it. */
export const setWalletActive = (id: number, is_active: boolean) =>
  signed<AdminWallet>(`/api/admin/paybox/wallets/${id}/`, { method: 'PATCH', body: { is_active } });

/** A page of the lines of everyone's statements. */
export const getAllTransactions = (query: Query, signal?: AbortSignal) =>
  signed<Page<WalletTransaction>>('/api/admin/paybox/transactions/', { query, signal });

/** What went in and out with the lines of all pages. */
export const getTransactionTotals = (query: Query, signal?: AbortSignal) =>
  signed<TransactionTotals>('/api/admin/paybox/transactions/totals/', { query, signal });
