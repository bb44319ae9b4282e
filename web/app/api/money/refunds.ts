import type { Page } from 'contract/common';
import type { RefundRequest } from 'contract/money/refunds';
import type { Order } from 'contract/orders/orders';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/account/signed';
import { signedOnce } from '~/api/account/signed-once';

/** Requests a refund of a paid order. A retry does not create a second request. */
export const requestRefund = (order_id: number, reason: string) =>
  signedOnce<RefundRequest>('/api/paybox/refund-request/', { order_id, reason });

/** A page of all refund requests, for administrators. */
export const listRefunds = (query: Query, signal?: AbortSignal) =>
  signed<Page<RefundRequest>>('/api/paybox/refund-requests/', { query, signal });

/** Approves a request and credits the buyer's wallet. @throws ApiError 409 when it is already decided */
export const approveRefund = (order: number) =>
  signed<RefundRequest>(`/api/admin/paybox/refund/${order}/approve/`, { method: 'POST' });

/** Rejects a request. @param reason for the buyer; empty for none. @throws ApiError 409 as above */
export const rejectRefund = (order: number, reason: string) =>
  signed<void>(`/api/admin/paybox/refund/${order}/reject/`, { method: 'DELETE', body: { reason } });

/**
 * Refunds a paid order to its buyer's wallet without a request.
 * @param reason for the buyer
 * @throws ApiError 409 unless it is paid, not refunded, undisputed and without an undecided request
 */
export const refundOrder = (order: number, reason: string) =>
  signed<Order>(`/api/admin/orders/${order}/refund/`, { method: 'POST', body: { reason } });

/** Deletes a request, decided or not. Moved money stays where it is. */
export const deleteRefund = (order: number) =>
  signed<void>(`/api/admin/paybox/refund/${order}/delete/`, { method: 'DELETE' });
