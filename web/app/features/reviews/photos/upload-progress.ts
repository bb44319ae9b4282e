import { createStore } from '~/lib/storage/create-store';

/**
 * The fraction of a review's photos that has been sent, from 0 to 1; null while none are being sent. The action that sends them has no
 * component.
 */
export const uploadProgress = createStore<number | null>(null);
