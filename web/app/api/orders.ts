import type { Page } from 'contract/common';
import type { AdminOrder, Order, Placed, PlaceOrder } from 'contract/orders';
import type { Query } from '~/api/http/client';
import { signed, signedOnce } from '~/api/http/signed';

/**
 * Places an order; sent again it is still one order.
 * @throws ApiError 409 with `body.expected` when the total is no longer right, or naming the item that ran out
 */
export const placeOrder = (body: PlaceOrder) => signedOnce<Placed>('/api/placeorder/', body);

/** A page of the user's own orders, newest first. */
export const getOrders = (page: number, page_size: number) =>
  signed<Page<Order>>('/api/orders/', { query: { page, page_size } });

export const getOrder = (id: number, signal?: AbortSignal) => signed<Order>(`/api/orders/${id}/`, { signal });

/**
 * Cancels an unpaid order; its stock and coupon come back.
 * @param reason why an administrator does it; its buyer reads it. None for one's own order
 * @throws ApiError 409 for a paid or cancelled order
 */
export const cancelOrder = (id: number, reason?: string) =>
  signed<Order>(`/api/orders/${id}/cancel/`, { method: 'POST', body: reason === undefined ? undefined : { reason } });

/** A page of everybody's orders, for an administrator. */
export const findOrders = (query: Query, signal?: AbortSignal) =>
  signed<Page<Order>>('/api/orders/', { query, signal });

/** An order with all that happened to it, for an administrator. */
export const getAdminOrder = (id: number, signal?: AbortSignal) =>
  signed<AdminOrder>(`/api/admin/orders/${id}/`, { signal });

/** Says that an order has reached its buyer. @throws ApiError 409 unless it is paid, not refunded and not delivered yet */
export const deliverOrder = (id: number) =>
  signed<Order>(`/api/orders/${id}/`, { method: 'PATCH', body: { isDelivered: true } });
