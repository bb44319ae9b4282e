import { DEFAULT_PAYMENT_METHOD, PAYMENT_METHODS, type PaymentMethod } from 'contract/rules';
import { draftFrom, type AddressDraft } from '~/features/addresses/address-draft';
import { forgetOrdersOfOthers } from '~/api/orders/place-order';
import { stored } from '~/lib/storage/stored';

/** The stored address for the next order. */
export const shippingAddress = stored<AddressDraft>('shippingAddress', draftFrom);

/** The stored payment method for the next order. */
export const paymentMethod = stored<PaymentMethod>(
  'paymentMethod',
  (value) => PAYMENT_METHODS.find((method) => method === value) ?? DEFAULT_PAYMENT_METHOD,
);

/** The stored gift note for the next order, or an empty text. */
export const giftNote = stored<string>('giftNote', (value) => (typeof value === 'string' ? value : ''));

/** The stored coupon code for the next order, or an empty text. */
export const couponCode = stored<string>('couponCode', (value) => (typeof value === 'string' ? value : ''));

/** The id of the user who entered what is stored for the next order; null when that is not known. */
const checkoutOwner = stored<number | null>('checkoutOwner', (value) => (typeof value === 'number' ? value : null));

/**
 * Takes over what is stored for the next order. What another user entered is forgotten, also an order of theirs that got no answer: a
 * session may end without a sign-out, and somebody else sign in on the same device. The user who comes back still finds it.
 */
export function claimCheckout({ id }: { id: number }) {
  const owner = checkoutOwner.get();
  if (owner === id) return;
  if (owner !== null) {
    for (const entry of [shippingAddress, paymentMethod, giftNote, couponCode]) entry.clear();
    forgetOrdersOfOthers();
  }
  checkoutOwner.set(id);
}

/** The intent with which the place-order page sends an unfinished order again. */
export const RESEND_INTENT = 'resend';
