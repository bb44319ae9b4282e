import type {
  AssignTransfer,
  BankTransfer,
  BankWebhook,
  BankWebhookSecret,
  ConfirmTransfer,
  CreateBankWebhookSecret,
  RecordTransfer,
} from 'contract/money/bank-transfers';
import type { Page } from 'contract/common';
import type { Order } from 'contract/orders/orders';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/account/signed';

/** Records the cash that was collected for an order. @throws ApiError 409 when it is paid or cancelled, 400 for another amount */
export const recordCash = (order: number, amount: number) =>
  signed<Order>(`/api/admin/orders/${order}/cash/`, { method: 'POST', body: { amount } });

/** Pays an order with a transfer that is on the bank account. @throws ApiError 409, 400 with messages by field */
export const confirmTransfer = (order: number, body: ConfirmTransfer) =>
  signed<Order>(`/api/admin/orders/${order}/transfer/`, { method: 'POST', body });

/** A page of bank transfers, newest first, optionally of one state. */
export const listBankTransfers = (query: Query, signal?: AbortSignal) =>
  signed<Page<BankTransfer>>('/api/admin/bank-transfers/', { query, signal });

/**
 * Records money that is on the bank account, for any order or for none yet. @throws ApiError 400 with messages by field, 409 with
 * `reference` when it is recorded already
 */
export const recordTransfer = (body: RecordTransfer) =>
  signed<BankTransfer>('/api/admin/bank-transfers/', { method: 'POST', body });

/**
 * Gives a waiting transfer to an order, or to its buyer's wallet. @throws ApiError 409 when it does not wait any more, or as another than
 * `seen_problem` and `seen_order_id` say
 */
export const assignTransfer = (id: number, body: AssignTransfer) =>
  signed<BankTransfer>(`/api/admin/bank-transfers/${id}/assign/`, { method: 'POST', body });

/** Takes a waiting transfer out of the books. @throws ApiError 409 when it does not wait any more */
export const returnTransfer = (id: number, note: string) =>
  signed<BankTransfer>(`/api/admin/bank-transfers/${id}/return/`, { method: 'POST', body: { note } });

const WEBHOOK = '/api/admin/bank-webhook/';

export const getBankWebhook = (signal?: AbortSignal) => signed<BankWebhook>(WEBHOOK, { signal });

/**
 * Makes a secret for the bank's webhook, in place of an earlier one. Only this response shows it.
 * @throws ApiError 400 for `current_password`
 */
export const createBankWebhookSecret = (body: CreateBankWebhookSecret) =>
  signed<BankWebhookSecret>(WEBHOOK, { method: 'POST', body });

/** Removes the secret: no webhook is accepted any more. */
export const deleteBankWebhookSecret = () => signed<void>(WEBHOOK, { method: 'DELETE' });
