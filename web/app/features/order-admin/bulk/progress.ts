import { createStore } from '~/lib/storage/create-store';

/** How many orders of a running action have their outcome. */
interface Progress {
  done: number;
  of: number;
}

/** How far the running action on several orders is; null while none runs. */
export const bulkProgress = createStore<Progress | null>(null);
