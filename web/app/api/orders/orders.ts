import type { Page } from 'contract/common';
import type { AdminOrder, ChangeStaffNote, Order } from 'contract/orders/orders';
import type { ChangeOrderAddress } from 'contract/orders/placing';
import type { SendOrder } from 'contract/orders/parcels';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/account/signed';

/** A page of the user's own orders, newest first. */
export const listOrders = (page: number, page_size: number) =>
  signed<Page<Order>>('/api/orders/', { query: { page, page_size } });

export const getOrder = (id: number, signal?: AbortSignal) => signed<Order>(`/api/orders/${id}/`, { signal });

/**
 * Cancels an unpaid order and releases its stock and coupon.
 * @param reason an administrator's reason, which the buyer reads; absent for the own order
 * @throws ApiError 409 for a paid, sent, delivered or cancelled order
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

/** Changes the shop's own note on an order. @throws ApiError 409 when it is no longer as its editor saw it */
export const updateStaffNote = (id: number, body: ChangeStaffNote) =>
  signed<AdminOrder>(`/api/admin/orders/${id}/note/`, { method: 'PUT', body });

/**
 * Records the parcel in which an order is sent, or corrects it.
 * @throws ApiError 409 unless it may be sent and is not delivered, or when its parcel is no longer as its editor saw it
 */
export const sendOrder = (id: number, body: SendOrder) =>
  signed<AdminOrder>(`/api/admin/orders/${id}/parcel/`, { method: 'PUT', body });

/** Takes back the parcel of an order. @throws ApiError 409 unless it is sent and not delivered */
export const undoSend = (id: number) => signed<AdminOrder>(`/api/admin/orders/${id}/parcel/`, { method: 'DELETE' });

/**
 * Marks an order as delivered.
 * @throws ApiError 409 unless it is sent and refunded, or is paid or paid on delivery, and not yet delivered
 */
export const deliverOrder = (id: number) =>
  signed<Order>(`/api/orders/${id}/`, { method: 'PATCH', body: { isDelivered: true } });

/** Takes back a delivery. @returns the order without it; @throws ApiError 409 unless it is delivered and not refunded */
export const undoDelivery = (id: number) =>
  signed<AdminOrder>(`/api/admin/orders/${id}/delivery/`, { method: 'DELETE' });
