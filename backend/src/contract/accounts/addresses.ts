import { z } from 'zod';
import { Id, optionalText } from '../common.js';
import { ShippingAddress } from '../orders/placing.js';

/** An address to save in the account's address book. Fields that an order does not need may be empty. */
export const AddressInput = z
  .object({
    ...ShippingAddress.shape,
    receiver: optionalText(255).default(''),
    phone: optionalText(20).default(''),
    /** `address` is the street then; an order has both in its `address`. Empty when the street says it all. */
    ward: optionalText(255).default(''),
    /** True makes it the default; false leaves the default as it is. */
    isDefault: z.boolean().default(false),
  })
  .meta({ id: 'AddressInput' });
export type AddressInput = z.infer<typeof AddressInput>;

/** An address of the account's address book. One address of each book that is not empty is the default. */
export const SavedAddress = z
  .object({
    id: Id,
    receiver: z.string(),
    phone: z.string(),
    address: z.string(),
    ward: z.string(),
    city: z.string(),
    postalCode: z.string(),
    country: z.string(),
    isDefault: z.boolean(),
  })
  .meta({ id: 'SavedAddress' });
export type SavedAddress = z.infer<typeof SavedAddress>;
