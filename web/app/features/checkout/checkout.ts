import { DEFAULT_PAYMENT_METHOD, PAYMENT_METHODS, type PaymentMethod } from 'contract/rules';
import { stored } from '~/lib/storage/stored';

/** The stored payment method for the next order. */
export const paymentMethod = stored<PaymentMethod>(
  'paymentMethod',
  (value) => PAYMENT_METHODS.find((method) => method === value) ?? DEFAULT_PAYMENT_METHOD,
);

/** The stored gift note for the next order, or an empty text. */
export const giftNote = stored<string>('giftNote', (value) => (typeof value === 'string' ? value : ''));

/** The stored coupon code for the next order, or an empty text. */
export const couponCode = stored<string>('couponCode', (value) => (typeof value === 'string' ? value : ''));

/** The intent with which the place-order page sends an unfinished order again. */
export const RESEND_INTENT = 'resend';
