import type { CartReminder, CartReminderLink, ReminderCart } from 'contract/orders/cart-reminders';
import { api } from '~/api/http/client';
import { signed } from '~/api/account/signed';

/** Whether the shop reminds of carts, and whether the account and its mailbox have agreed to it. */
export const getCartReminder = (signal?: AbortSignal) => signed<CartReminder>('/api/cart-reminder/', { signal });

/** Gives or withdraws the consent. @throws ApiError 409 when the shop does not remind */
export const setCartReminder = (is_on: boolean) =>
  signed<CartReminder>('/api/cart-reminder/', { method: 'PUT', body: { is_on } });

/** Sends the shop what is in the cart; it keeps it only with the consent. */
export const keepReminderCart = (body: ReminderCart) =>
  signed<void>('/api/cart-reminder/cart/', { method: 'PUT', body });

/** Confirms the consent of the account that a mail went to. @throws ApiError 400 for an invalid link */
export const confirmCartReminder = (body: CartReminderLink) =>
  api<void>('/api/cart-reminder/confirm/', { method: 'POST', body });

/** Withdraws the consent of the account that a mail went to. @throws ApiError 400 for an invalid link */
export const cancelCartReminder = (body: CartReminderLink) =>
  api<void>('/api/cart-reminder/cancel/', { method: 'POST', body });
