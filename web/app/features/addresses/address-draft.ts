import type { ShippingAddress } from 'contract/orders/placing';
import { isRecord } from '~/lib/storage/stored';

/** An address as it is typed. Every field is a text; empty means not filled in. */
export interface AddressDraft {
  receiver: string;
  phone: string;
  /** Number and street; in older drafts, and in other countries, all that comes before the city. */
  address: string;
  ward: string;
  city: string;
  postalCode: string;
  country: string;
}

export const NO_ADDRESS: AddressDraft = {
  receiver: '',
  phone: '',
  address: '',
  ward: '',
  city: '',
  postalCode: '',
  country: 'Việt Nam',
};

export const ADDRESS_FIELDS = Object.keys(NO_ADDRESS) as (keyof AddressDraft)[];

/** Takes the text fields of anything that has them, such as an address stored by another version. */
export function draftFrom(value: unknown): AddressDraft {
  const draft = { ...NO_ADDRESS };
  if (!isRecord(value)) return draft;
  for (const field of ADDRESS_FIELDS) {
    const text = value[field];
    if (typeof text === 'string') draft[field] = text;
  }
  return draft;
}

/** True when the fields that an order needs are filled in. */
export const isCompleteAddress = ({ address, city, postalCode, country }: AddressDraft): boolean =>
  [address, city, postalCode, country].every((text) => text.trim() !== '');

/** The address of an order, in which street and ward are one line. */
export function orderAddress({ receiver, phone, address, ward, ...draft }: AddressDraft): ShippingAddress {
  return {
    ...draft,
    address: [address, ward]
      .map((text) => text.trim())
      .filter(Boolean)
      .join(', '),
    ...(receiver && { receiver }),
    ...(phone && { phone }),
  };
}
