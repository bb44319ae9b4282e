import { DEFAULT_PAYMENT_METHOD, PAYMENT_METHODS, type PaymentMethod } from 'contract/rules';
import { isRecord, stored } from '~/lib/stored';

/** The delivery address as typed by the shopper. Every field is a text; empty means not filled in. */
export interface AddressDraft {
  receiver: string;
  phone: string;
  address: string;
  city: string;
  postalCode: string;
  country: string;
}

const NO_ADDRESS: AddressDraft = {
  receiver: '',
  phone: '',
  address: '',
  city: '',
  postalCode: '',
  country: 'Việt Nam',
};

/** The stored address for the next order. */
export const shippingAddress = stored<AddressDraft>('shippingAddress', (found) => {
  const draft = { ...NO_ADDRESS };
  if (!isRecord(found)) return draft;
  for (const field of Object.keys(draft) as (keyof AddressDraft)[]) {
    const text = found[field];
    if (typeof text === 'string') draft[field] = text;
  }
  return draft;
});

/** The stored payment method for the next order. */
export const paymentMethod = stored<PaymentMethod>(
  'paymentMethod',
  (found) => PAYMENT_METHODS.find((method) => method === found) ?? DEFAULT_PAYMENT_METHOD,
);

/** The stored coupon code for the next order, or an empty text. */
export const couponCode = stored<string>('couponCode', (found) => (typeof found === 'string' ? found : ''));

/** True when the four fields that an order needs are filled in. */
export function isCompleteAddress({ address, city, postalCode, country }: AddressDraft): boolean {
  return [address, city, postalCode, country].every((text) => text.trim() !== '');
}
