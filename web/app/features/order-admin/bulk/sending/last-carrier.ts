import { CARRIERS, type Carrier } from 'contract/orders/carriers';
import { stored } from '~/lib/storage/stored';

/** The carrier that took the last orders from this device. */
export const lastCarrier = stored<Carrier | null>(
  'lastCarrier',
  (value) => CARRIERS.find((carrier) => carrier === value) ?? null,
);
