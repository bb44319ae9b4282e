import { readSessionItem, writeSessionItem } from '~/lib/storage/session-item';
import { draftFrom, type AddressDraft } from './address-draft';

const KEY = 'typedAddress';

/** The address that was typed before a saved one was chosen; an untouched one if there is none. */
export const readTypedAddress = (): AddressDraft => draftFrom(readSessionItem(KEY));

/** Keeps a typed address while a saved one is chosen. */
export const keepTypedAddress = (draft: AddressDraft): void => writeSessionItem(KEY, draft);
