import { stored } from '~/lib/storage/stored';
import { draftFrom, type AddressDraft } from './address-draft';

/** The stored address for the next order. */
export const shippingAddress = stored<AddressDraft>('shippingAddress', draftFrom);
