import { currentUser } from '~/api/account/session';
import { readSessionItem, writeSessionItem } from '~/lib/storage/session-item';
import { draftFrom, type AddressDraft } from './address-draft';

/** By user: on a shared device nobody reads another user's. A sign-out forgets it (`forget-checkout.ts`). */
const key = () => `typedAddress ${currentUser()?.id}`;

/** The address that was typed before a saved one was chosen; an untouched one if there is none. */
export const readTypedAddress = (): AddressDraft => draftFrom(readSessionItem(key()));

/** Keeps a typed address while a saved one is chosen. */
export const keepTypedAddress = (draft: AddressDraft): void => writeSessionItem(key(), draft);
