import { isRecord, stored } from '~/lib/stored';

/** A review that was begun and not sent. */
export interface ReviewDraft {
  product: number;
  /** Whose it is: on a shared device nobody reads what another typed. */
  user: number;
  /** 1 to 5, or 0 when no star was chosen. */
  rating: number;
  comment: string;
}

/** Older ones are forgotten: whoever has begun so many has given them up. */
const MOST = 10;

const drafts = stored<ReviewDraft[]>('reviewDrafts', (found) =>
  Array.isArray(found) ? found.flatMap(readDraft).slice(-MOST) : [],
);

function readDraft(found: unknown): ReviewDraft[] {
  if (!isRecord(found)) return [];
  const { product, user, rating, comment } = found;
  if (typeof product !== 'number' || typeof user !== 'number' || typeof comment !== 'string') return [];
  return [{ product, user, comment, rating: [1, 2, 3, 4, 5].find((stars) => stars === rating) ?? 0 }];
}

const isOf = (product: number, user: number) => (draft: ReviewDraft) =>
  draft.product === product && draft.user === user;

/** What this user began to write of this product; an empty draft when nothing. */
export function useReviewDraft(product: number, user: number): ReviewDraft {
  return drafts.use().find(isOf(product, user)) ?? { product, user, rating: 0, comment: '' };
}

/** Whether anybody began to write of this product on this device. */
export const useHasReviewDraft = (product: number) => drafts.use().some((draft) => draft.product === product);

/** Keeps a draft until it is sent; an empty one is forgotten. */
export function keepReviewDraft(draft: ReviewDraft) {
  const others = drafts.get().filter((other) => !isOf(draft.product, draft.user)(other));
  const isEmpty = draft.rating === 0 && draft.comment === '';
  drafts.set(isEmpty ? others : [...others, draft].slice(-MOST));
}

/** Forgets the draft of a review that was sent. */
export const dropReviewDraft = (product: number, user: number) =>
  keepReviewDraft({ product, user, rating: 0, comment: '' });
