import { z } from 'zod';
import { Review } from './catalog.js';
import { DayQuery, Id, PageQuery, Search, idOrNone, oneOf, pageSchema, requiredText } from '../common.js';
import { MAX_REVIEW_COMMENT, FITS } from '../rules.js';

const noStars = 'Vui lòng chọn từ 1 đến 5 sao';

/** The text and rating of a review, as a shopper writes it or an administrator edits it. */
export const WriteReview = z
  .object({
    rating: z.int(noStars).min(1, noStars).max(5, noStars),
    comment: requiredText(MAX_REVIEW_COMMENT, 'Vui lòng nhập nhận xét'),
    /** How it fits; null for no vote. Omitted by an edit, the vote stays. */
    fit: z.enum(FITS, 'Giá trị không hợp lệ').nullish(),
  })
  .meta({ id: 'WriteReview' });
export type WriteReview = z.infer<typeof WriteReview>;

/** An administrator's edit. `was` holds the review as its editor saw it: one that changed meanwhile is not overwritten (409). */
export const ChangeReview = WriteReview.extend({
  was: Review.pick({ rating: true, comment: true }).partial().optional(),
}).meta({ id: 'ChangeReview' });
export type ChangeReview = z.infer<typeof ChangeReview>;

/** A photo of a review. Until an administrator approves it, its author and administrators alone see it. */
const ReviewPhoto = z.object({ id: Id, image: z.string(), is_approved: z.boolean() }).meta({ id: 'ReviewPhoto' });
export type ReviewPhoto = z.infer<typeof ReviewPhoto>;

/** A review as its author sees it, with all of its photos. */
export const OwnReview = Review.extend({ all_photos: z.array(ReviewPhoto) }).meta({ id: 'OwnReview' });
export type OwnReview = z.infer<typeof OwnReview>;

const stars = z
  .string()
  .regex(/^[1-5]?$/, 'Số sao từ 1 đến 5')
  .transform((digit) => (digit === '' ? undefined : Number(digit)))
  .optional();

/** Filters a product's reviews; `rating` selects those with that number of stars. */
export const ProductReviewsQuery = PageQuery.extend({ rating: stars });
export type ProductReviewsQuery = z.infer<typeof ProductReviewsQuery>;

export const ReviewPage = pageSchema(Review).meta({ id: 'ReviewPage' });
export type ReviewPage = z.infer<typeof ReviewPage>;

/** A review in the back office, with its product, which may be archived. */
export const AdminReview = OwnReview.extend({
  product: z.object({ id: Id, name: z.string(), image: z.string().nullable() }),
}).meta({ id: 'AdminReview' });
export type AdminReview = z.infer<typeof AdminReview>;

const REVIEW_SORTS = ['date-asc', 'date-desc', 'rating-asc', 'rating-desc'] as const;

/**
 * `photos=pending` selects those with a photo that waits for approval; `user` is their author's id; `search` matches comments and names
 * of products and users, ignoring case and diacritics.
 */
export const AdminReviewsQuery = ProductReviewsQuery.extend({
  ...DayQuery.shape,
  search: Search,
  product: z
    .string()
    .regex(/^\d{0,9}$/, 'Mã không hợp lệ')
    .transform((id) => Number(id) || undefined)
    .optional(),
  user: idOrNone,
  photos: oneOf(['pending']),
  sort: oneOf(REVIEW_SORTS),
});
export type AdminReviewsQuery = z.infer<typeof AdminReviewsQuery>;
