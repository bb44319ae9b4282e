export const MAX_REVIEW_COMMENT = 2_000;
/** The maximum number of photos of a review. */
export const MAX_REVIEW_PHOTOS = 3;
export const MAX_REVIEW_PHOTO_BYTES = 5_242_880;

/** How a garment fits the author of a review. */
export const FITS = ['tight', 'right', 'loose'] as const;
export type Fit = (typeof FITS)[number];
export const FIT_NAMES: Record<Fit, string> = { tight: 'Chật', right: 'Vừa', loose: 'Rộng' };
/** Votes below this number are not shown: a few say little. */
export const MIN_FIT_VOTES = 5;
