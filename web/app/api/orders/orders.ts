import type { Page } from 'contract/common';
import type { AdminOrder, ChangeOrderAddress, Order, Placed, PlaceOrder } from 'contract/orders/orders';
import type { SendOrder } from 'contract/orders/parcels';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/http/signed';
import { giveUp, signedOnce, unfinishedBodies, type IdempotencyKeys } from '~/api/http/signed-once';
import { isRecord, stored } from '~/lib/stored';

const PLACE_ORDER = '/api/placeorder/';

/** The keys of orders without an answer. They outlive the tab, as the cart does: in a new one the order could be placed twice. */
const orderKeys = stored<IdempotencyKeys>(
  'unfinishedOrders',
  (value) => (isRecord(value) ? value : {}) as IdempotencyKeys,
);

/**
 * Places an order. A retry does not place a second one.
 * @throws ApiError 409 with `body.expected` when the total has changed, or naming a sold-out item
 */
export const placeOrder = (body: PlaceOrder) => signedOnce<Placed>(PLACE_ORDER, body, orderKeys);

/** The oldest order that was sent from this browser and whose answer never came: it may have been placed. */
export const unfinishedOrder = () => unfinishedOrders()[0];

const unfinishedOrders = () => unfinishedBodies(PLACE_ORDER, orderKeys) as PlaceOrder[];

/** Whether this order was sent and its answer never came, as a React hook. */
export function useIsUnfinished(order: PlaceOrder): boolean {
  orderKeys.use();
  return unfinishedOrders().some((other) => JSON.stringify(other) === JSON.stringify(order));
}

/** Asks no more whether an unfinished order was placed. */
export const giveUpOrder = (body: PlaceOrder) => giveUp(PLACE_ORDER, body, orderKeys);

/** A page of the user's own orders, newest first. */
export const listOrders = (page: number, page_size: number) =>
  signed<Page<Order>>('/api/orders/', { query: { page, page_size } });

export const getOrder = (id: number, signal?: AbortSignal) => signed<Order>(`/api/orders/${id}/`, { signal });

/**
 * Cancels an unpaid order and releases its stock and coupon.
 * @param reason an administrator's reason, which the buyer reads; absent for the own order
 * @throws ApiError 409 for a paid or cancelled order
 */
export const cancelOrder = (id: number, reason?: string) =>
  signed<Order>(`/api/orders/${id}/cancel/`, { method: 'POST', body: reason === undefined ? undefined : { reason } });

/** A page of all orders, for administrators. */
export const listAllOrders = (query: Query, signal?: AbortSignal) =>
  signed<Page<Order>>('/api/orders/', { query, signal });

/** An order with its events, for administrators. */
export const getAdminOrder = (id: number, signal?: AbortSignal) =>
  signed<AdminOrder>(`/api/admin/orders/${id}/`, { signal });

/**
 * Corrects where the goods of an order go.
 * @throws ApiError 409 once it is delivered, cancelled or refunded, or when the address is no longer as its editor saw it
 */
export const updateOrderAddress = (id: number, body: ChangeOrderAddress) =>
  signed<AdminOrder>(`/api/admin/orders/${id}/address/`, { method: 'PUT', body });

/**
 * Records the parcel in which an order is sent, or corrects it.
 * @throws ApiError 409 unless it may be sent and is not delivered, or when its parcel is no longer as its editor saw it
 */
export const sendOrder = (id: number, body: SendOrder) =>
  signed<AdminOrder>(`/api/admin/orders/${id}/parcel/`, { method: 'PUT', body });

/** Takes back the parcel of an order. @throws ApiError 409 unless it is sent and not delivered */
export const undoSend = (id: number) => signed<AdminOrder>(`/api/admin/orders/${id}/parcel/`, { method: 'DELETE' });

/** Marks an order as delivered. @throws ApiError 409 unless it is paid, not refunded and not yet delivered */
export const deliverOrder = (id: number) =>
  signed<Order>(`/api/orders/${id}/`, { method: 'PATCH', body: { isDelivered: true } });

/** Takes back a delivery. @returns the order without it; @throws ApiError 409 unless it is delivered and not refunded */
export const undoDelivery = (id: number) =>
  signed<AdminOrder>(`/api/admin/orders/${id}/delivery/`, { method: 'DELETE' });
