import type { AddressInput, SavedAddress } from 'contract/accounts/addresses';
import { signed } from './signed';

const BOOK = '/auth/users/me/addresses/';

/** Gets the user's address book: the default first, then the last changed. */
export const listAddresses = (signal?: AbortSignal) => signed<SavedAddress[]>(BOOK, { signal });

/** Adds an address. A retry after a lost answer may add it twice. @throws ApiError 400 with messages by field, 409 when the book is full */
export const createAddress = (body: AddressInput) => signed<SavedAddress>(BOOK, { method: 'POST', body });

/** Changes an address. @throws ApiError 400 with messages by field, 404 when it is not in the book (any more) */
export const updateAddress = (id: number, body: AddressInput) =>
  signed<SavedAddress>(`${BOOK}${id}/`, { method: 'PUT', body });

/** Removes an address. */
export const deleteAddress = (id: number) => signed<void>(`${BOOK}${id}/`, { method: 'DELETE' });
