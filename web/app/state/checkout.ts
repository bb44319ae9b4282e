import { DEFAULT_PAYMENT_METHOD, PAYMENT_METHODS, type PaymentMethod } from 'contract/rules';
import { isRecord, stored } from './stored';

/** Where an order goes, as the shopper typed it. Every field is a text; an empty one was not filled in. */
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

/** The address of the order to come. */
export const shippingAddress = stored<AddressDraft>('shippingAddress', (found) => {
  const draft = { ...NO_ADDRESS };
  if (!isRecord(found)) return draft;
  for (const field of Object.keys(draft) as (keyof AddressDraft)[]) {
    const text = found[field];
    if (typeof text === 'string') draft[field] = text;
  }
  return draft;
});

/** How the order to come will be paid. */
export const paymentMethod = stored<PaymentMethod>(
  'paymentMethod',
  (found) => PAYMENT_METHODS.find((method) => method === found) ?? DEFAULT_PAYMENT_METHOD,
);

/** The coupon of the order to come, or an empty text. */
export const couponCode = stored<string>('couponCode', (found) => (typeof found === 'string' ? found : ''));

/** Whether the four fields that an order needs are filled in. */
export function isDeliverable({ address, city, postalCode, country }: AddressDraft): boolean {
  return [address, city, postalCode, country].every((text) => text.trim() !== '');
}
