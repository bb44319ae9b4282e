import type { QueryConfig } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { Conditions, containing } from '../../platform/database/conditions.js';
import type { AdminReview, AdminReviewsQuery, OwnReview, ProductReviewsQuery } from '../../contract/catalog/reviews.js';
import { MAX_BARE_LIST, PAGE_SIZE } from '../../contract/rules.js';
import type { Review } from './review.entity.js';
import { REVIEW_JSON, nthPicture } from '../products/product.sql.js';
import { HAS_PENDING_PHOTO, PHOTOS_JSON } from './review-photos.sql.js';

/*
 * Reviews. By hand: PostgreSQL writes the contract's JSON, and a shopper's review is one INSERT that locks the product.
 */

/**
 * Adds a review of a product in the shop. Of several at once the unique key takes the first.
 * @returns undefined for a product that is not in the shop; a null id if the shopper has reviewed it already
 */
export async function insertReview(
  tx: EntityManager,
  { productId, userId, rating, comment, fit }: Pick<Review, 'productId' | 'userId' | 'rating' | 'comment' | 'fit'>,
): Promise<{ id: number | null } | undefined> {
  const [row]: { id: number | null }[] = await tx.query(
    `WITH product AS (SELECT id FROM products WHERE id = $1 AND archived_at IS NULL FOR KEY SHARE),
     added AS (INSERT INTO reviews (product_id, user_id, rating, comment, fit) SELECT id, $2, $3, $4, $5 FROM product
       ON CONFLICT (product_id, user_id) DO NOTHING RETURNING id)
     SELECT added.id FROM product LEFT JOIN added ON true`,
    [productId, userId, rating, comment, fit],
  );
  return row;
}

/** A review `r` by a user `u` with all of its photos. */
const OWN_REVIEW_JSON = `to_jsonb(${REVIEW_JSON}) || jsonb_build_object('all_photos', (${PHOTOS_JSON}))`;

/** Reads a review as its author sees it; undefined for an unknown one. */
export async function findReview(tx: EntityManager, id: number): Promise<OwnReview | undefined> {
  const [row]: { review: OwnReview }[] = await tx.query(
    `SELECT ${OWN_REVIEW_JSON} AS review FROM reviews r JOIN users u ON u.id = r.user_id WHERE r.id = $1`,
    [id],
  );
  return row?.review;
}

/** The id of a user's review of a product; undefined without one. */
export async function findOwnReview(tx: EntityManager, userId: number, productId: number): Promise<number | undefined> {
  const [row]: { id: number }[] = await tx.query('SELECT id FROM reviews WHERE user_id = $1 AND product_id = $2', [
    userId,
    productId,
  ]);
  return row?.id;
}

const NEWEST_FIRST = 'ORDER BY r.created_at DESC, r.id DESC';

/**
 * The statement of `GET /api/products/{id}/reviews/`: a row with `json`, and `total`, the number of matching reviews. No row when the
 * product is not in the shop.
 */
export function productReviews(
  product: number,
  { rating, page, page_size = PAGE_SIZE }: ProductReviewsQuery,
): QueryConfig {
  const values: unknown[] = [product];
  const fits = `r.product_id = p.id${rating === undefined ? '' : ` AND r.rating = $${values.push(rating)}`}`;
  const slice = page === undefined ? `LIMIT ${MAX_BARE_LIST}` : `LIMIT ${page_size} OFFSET ${(page - 1) * page_size}`;
  const results = `(SELECT coalesce(json_agg(${REVIEW_JSON} ${NEWEST_FIRST}), '[]')
    FROM (SELECT * FROM reviews r WHERE ${fits} ${NEWEST_FIRST} ${slice}) r JOIN users u ON u.id = r.user_id)`;
  const json =
    page === undefined
      ? results
      : `json_build_object('count', total, 'page', ${page}, 'page_size', ${page_size}, 'results', ${results})`;
  const text = `SELECT total, (${json})::text AS json FROM products p,
    LATERAL (SELECT count(*)::integer AS total FROM reviews r WHERE ${fits}) counted
    WHERE p.id = $1 AND p.archived_at IS NULL`;
  return { text, values };
}

const ORDERS: Record<NonNullable<AdminReviewsQuery['sort']>, string> = {
  'date-asc': 'r.created_at, r.id',
  'date-desc': 'r.created_at DESC, r.id DESC',
  'rating-asc': 'r.rating, r.created_at DESC, r.id DESC',
  'rating-desc': 'r.rating DESC, r.created_at DESC, r.id DESC',
};

/**
 * The ids of reviews that contain a text. Each searched column has its own index, hence UNION and not OR. The
 * accounts' index also holds the e-mail and more. It only narrows the search, with any text between two words; the condition on names decides.
 */
const CONTAINING = `
  SELECT id FROM reviews WHERE fold_vi(comment) LIKE fold_vi(?)
  UNION SELECT r.id FROM reviews r JOIN products p ON p.id = r.product_id WHERE p.folded_name LIKE fold_vi(?)
  UNION SELECT r.id FROM reviews r JOIN users u ON u.id = r.user_id
    WHERE u.search_text LIKE replace(fold_vi(?), ' ', '%')
      AND fold_vi(u.username || ' ' || u.last_name || ' ' || u.first_name) LIKE fold_vi(?)`;

/** A slice of the reviews that match, those of archived products too, newest first by default, and how many there are. */
export async function listReviews(
  db: DataSource,
  query: AdminReviewsQuery,
  { skip, take }: { skip: number; take: number },
): Promise<[AdminReview[], number]> {
  const where = new Conditions()
    .equal('r.rating', query.rating)
    .equal('r.product_id', query.product)
    .equal('r.user_id', query.user)
    .add(`r.id IN (${CONTAINING})`, query.search ? containing(query.search) : undefined)
    .days('r.created_at', query)
    .that(query.photos && HAS_PENDING_PHOTO);
  const order = `ORDER BY ${ORDERS[query.sort ?? 'date-desc']}`;
  // A text is looked for once, for the list and its count: for a common word that takes seconds. Without one an index has the order.
  const [found, rows] = query.search
    ? [`WITH found AS MATERIALIZED (SELECT r.* FROM reviews r ${where.sql})`, 'found r']
    : ['', `reviews r ${where.sql}`];
  const [row]: { reviews: AdminReview[]; total: number }[] = await db.query(
    `${found} SELECT (SELECT count(*)::integer FROM ${rows}) AS total,
       (SELECT coalesce(json_agg(${OWN_REVIEW_JSON} || jsonb_build_object('product', jsonb_build_object('id', p.id,
           'name', p.name, 'image', ${nthPicture(0, 160)})) ${order}), '[]')
         FROM (SELECT * FROM ${rows} ${order} LIMIT ${take} OFFSET ${skip}) r
         JOIN users u ON u.id = r.user_id JOIN products p ON p.id = r.product_id) AS reviews`,
    where.values,
  );
  return row ? [row.reviews, row.total] : [[], 0];
}
