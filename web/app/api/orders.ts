import type { Page } from 'contract/common';
import type { Order, Placed, PlaceOrder } from 'contract/orders';
import { signed, signedOnce } from './signed';

/**
 * Places an order; sent again it is still one order.
 * @throws ApiError 409 with `body.expected` when the total is no longer right, or naming the item that ran out
 */
export const placeOrder = (body: PlaceOrder) => signedOnce<Placed>('/api/placeorder/', body);

/** A page of the user's own orders, newest first; for an admin of everybody's. */
export const getOrders = (page: number, page_size: number) =>
  signed<Page<Order>>('/api/orders/', { query: { page, page_size } });

export const getOrder = (id: number, signal?: AbortSignal) => signed<Order>(`/api/orders/${id}/`, { signal });

/** Gives up an unpaid order; its stock and coupon come back. */
export const cancelOrder = (id: number) => signed<Order>(`/api/orders/${id}/cancel/`, { method: 'POST' });
