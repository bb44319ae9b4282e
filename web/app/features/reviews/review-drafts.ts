import { FITS, type Fit } from 'contract/rules';
import { isRecord, stored } from '~/lib/storage/stored';

/** A review that was begun but not sent. */
export interface ReviewDraft {
  product: number;
  /** The author: on a shared device nobody reads another user's draft. */
  user: number;
  /** 1 to 5; 0 before stars are chosen. */
  rating: number;
  comment: string;
  /** How it fits; null for no vote. */
  fit: Fit | null;
}

const EMPTY = { rating: 0, comment: '', fit: null };

/** Number of drafts that are kept. The oldest are deleted. */
const MAX_DRAFTS = 10;

const drafts = stored<ReviewDraft[]>('reviewDrafts', (value) =>
  Array.isArray(value) ? value.flatMap(readDraft).slice(-MAX_DRAFTS) : [],
);

function readDraft(value: unknown): ReviewDraft[] {
  if (!isRecord(value)) return [];
  const { product, user, rating, comment, fit } = value;
  if (typeof product !== 'number' || typeof user !== 'number' || typeof comment !== 'string') return [];
  return [
    {
      product,
      user,
      comment,
      rating: [1, 2, 3, 4, 5].find((stars) => stars === rating) ?? 0,
      fit: FITS.find((each) => each === fit) ?? null,
    },
  ];
}

const isOf = (product: number, user: number) => (draft: ReviewDraft) =>
  draft.product === product && draft.user === user;

/** @returns the user's draft for a product, empty if there is none */
export function useReviewDraft(product: number, user: number): ReviewDraft {
  return drafts.use().find(isOf(product, user)) ?? { product, user, ...EMPTY };
}

/** @returns whether this device holds a draft for the product, by any user */
export const useHasReviewDraft = (product: number) => drafts.use().some((draft) => draft.product === product);

/** Stores a draft until it is sent. An empty draft is deleted. */
export function keepReviewDraft(draft: ReviewDraft) {
  const others = drafts.get().filter((other) => !isOf(draft.product, draft.user)(other));
  const isEmpty = draft.rating === 0 && draft.comment === '' && draft.fit === null;
  drafts.set(isEmpty ? others : [...others, draft].slice(-MAX_DRAFTS));
}

/** Deletes the draft of a sent review. */
export const dropReviewDraft = (product: number, user: number) => keepReviewDraft({ product, user, ...EMPTY });
