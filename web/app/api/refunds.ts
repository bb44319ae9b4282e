import type { Page } from 'contract/common';
import type { RefundRequest } from 'contract/refunds';
import type { Query } from '~/api/http/client';
import { signed, signedOnce } from '~/api/http/signed';

/** Asks for the money of a paid order back; sent again it is still one request. */
export const requestRefund = (order_id: number, reason: string) =>
  signedOnce<RefundRequest>('/api/paybox/refund-request/', { order_id, reason });

/** A page of everybody's requests, for an administrator. */
export const getRefunds = (query: Query, signal?: AbortSignal) =>
  signed<Page<RefundRequest>>('/api/paybox/refund-requests/', { query, signal });

/** Pays the order's total into its buyer's wallet. @throws ApiError 409 when it was decided already */
export const approveRefund = (order: number) =>
  signed<RefundRequest>(`/api/admin/paybox/refund/${order}/approve/`, { method: 'POST' });

/** Refuses it. @throws ApiError 409 as above */
export const rejectRefund = (order: number) =>
  signed<void>(`/api/admin/paybox/refund/${order}/reject/`, { method: 'DELETE' });

/** Removes it, whatever was decided; money that moved stays where it is. */
export const deleteRefund = (order: number) =>
  signed<void>(`/api/admin/paybox/refund/${order}/delete/`, { method: 'DELETE' });
