import { createStore } from '~/lib/storage/create-store';

/** The photos that were chosen for a review, in memory: they outlive a refused review and a closed tab of the page. */
interface PhotoDraft {
  product: number;
  user: number;
  photos: readonly File[];
}

const drafts = createStore<PhotoDraft | null>(null);
const NONE: readonly File[] = [];

/** The photos that a user chose for their review of a product. */
export const photosFor = (product: number, user: number): readonly File[] => photosOf(drafts.get(), product, user);

const photosOf = (draft: PhotoDraft | null, product: number, user: number) =>
  draft?.product === product && draft.user === user ? draft.photos : NONE;

/** Keeps the photos chosen for a review; those of another review are dropped for them. None drops those of this review alone. */
export function keepPhotos(product: number, user: number, photos: readonly File[]) {
  if (photos.length > 0) drafts.set({ product, user, photos });
  else if (photosFor(product, user).length > 0) drafts.set(null);
}

/** `photosFor`, following changes. */
export const usePhotos = (product: number, user: number) => photosOf(drafts.use(), product, user);
