/** Of the stores of features/checkout, whose code the pages that sign out need not load. */
const KEYS = ['shippingAddress', 'paymentMethod', 'giftNote', 'couponCode'];

/** Forgets what a shopper has entered for the next order: the device may belong to several people. The cart stays. */
export function forgetCheckout() {
  try {
    for (const key of KEYS) localStorage.removeItem(key);
  } catch {
    // Without a storage nothing was stored.
  }
}
