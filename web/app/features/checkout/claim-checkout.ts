import { forgetOrdersOfOthers } from '~/api/orders/place-order';
import { shippingAddress } from '~/features/addresses/shipping-address';
import { forgetSessionItems } from '~/lib/storage/session-item';
import { stored } from '~/lib/storage/stored';
import { couponCode, giftNote, paymentMethod } from './checkout';

/** The id of the user who entered what is stored for the next order; null when that is not known. */
const checkoutOwner = stored<number | null>('checkoutOwner', (value) => (typeof value === 'number' ? value : null));

/**
 * Takes over what is stored for the next order. What another user entered is forgotten, also an order of theirs that got no answer: a
 * session may end without a sign-out, and somebody else sign in on the same device. A user who comes back before anybody else
 * begins an order there still finds it.
 */
export function claimCheckout({ id }: { id: number }) {
  const owner = checkoutOwner.get();
  if (owner === id) return;
  if (owner !== null) {
    for (const entry of [shippingAddress, paymentMethod, giftNote, couponCode]) entry.clear();
    forgetSessionItems('typedAddress');
    forgetOrdersOfOthers();
  }
  checkoutOwner.set(id);
}
