import { forgetSessionItems } from './session-item';

/** The storage keys of features/checkout and of api/http/signed, whose code the pages that sign out need not load. */
const KEYS = ['shippingAddress', 'paymentMethod', 'giftNote', 'couponCode', 'checkoutOwner'];

/**
 * Forgets what a shopper has entered for the next order, and for a refund: the device may belong to several people. The cart
 * stays.
 */
export function forgetCheckout() {
  forgetSessionItems('refundReason ');
  try {
    for (const key of KEYS) localStorage.removeItem(key);
    // Unfinished requests, an order's address and gift note among them.
    sessionStorage.removeItem('idempotencyKeys');
  } catch {
    // Without a storage nothing was stored.
  }
}
