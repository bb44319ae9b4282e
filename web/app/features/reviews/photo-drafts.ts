import { useSyncExternalStore } from 'react';

/** The photos that were chosen for a review, in memory: they outlive a refused review and a closed tab of the page. */
interface PhotoDraft {
  product: number;
  user: number;
  photos: readonly File[];
}

let draft: PhotoDraft | null = null;
const listeners = new Set<() => void>();
const NONE: readonly File[] = [];

/** The photos that a user chose for their review of a product. */
export const photosFor = (product: number, user: number): readonly File[] =>
  draft?.product === product && draft.user === user ? draft.photos : NONE;

/** Keeps the photos chosen for a review; those of another review are dropped. */
export function keepPhotos(product: number, user: number, photos: readonly File[]) {
  draft = photos.length > 0 ? { product, user, photos } : null;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** `photosFor`, following changes. */
export const usePhotos = (product: number, user: number) =>
  useSyncExternalStore(
    subscribe,
    () => photosFor(product, user),
    () => NONE,
  );
