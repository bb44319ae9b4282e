import { forgetSessionItems } from './session-item';

/** The storage keys of features/checkout, api/orders and api/http, whose code the pages that sign out need not load. */
const KEYS = ['shippingAddress', 'paymentMethod', 'giftNote', 'couponCode', 'checkoutOwner', 'unfinishedOrders'];

/**
 * Forgets what a shopper has entered for the next order, for a refund and in a chat: the device may belong to several people. The
 * cart stays.
 */
export function forgetCheckout() {
  for (const start of ['typedAddress', 'refundReason ', 'chatDraft ', 'chatOutbox ']) forgetSessionItems(start);
  try {
    for (const key of KEYS) localStorage.removeItem(key);
    // Unfinished payments, deposits and refund requests.
    sessionStorage.removeItem('idempotencyKeys');
  } catch {
    // Without a storage nothing was stored.
  }
}
