import { Conditions, containing } from '../../platform/database/conditions.js';
import type { AdminReviewsQuery, ProductReviewsQuery } from '../../contract/reviews.js';
import { MAX_BARE_LIST, PAGE_SIZE } from '../../contract/rules.js';
import type { Statement } from '../products/product-list.sql.js';
import { REVIEW_JSON, pictureUrlSql } from '../products/product.sql.js';

/** `$1` review, `$2` its product: what an administrator is about to change of it, and what it is called in the log. */
export const LOCKED_REVIEW = `SELECT r.rating, r.comment, u.username || ' · ' || p.name AS name
  FROM reviews r JOIN users u ON u.id = r.user_id JOIN products p ON p.id = r.product_id
  WHERE r.id = $1 AND r.product_id = $2 FOR UPDATE OF r`;

/** `$1` review: as the contract shows it. */
export const ONE_REVIEW = `SELECT ${REVIEW_JSON} AS review FROM reviews r JOIN users u ON u.id = r.user_id WHERE r.id = $1`;

const NEWEST_FIRST = 'ORDER BY r.created_at DESC, r.id DESC';

/** The statement behind `GET /api/products/{id}/reviews/`; no row when the product is not in the shop. */
export function productReviews(
  product: number,
  { rating, page, page_size = PAGE_SIZE }: ProductReviewsQuery,
): Statement {
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

/** The statement behind `GET /api/reviews/`: a row with `reviews`, and `total`, the number of those that fit. */
export function allReviews(query: AdminReviewsQuery, { skip, take }: { skip: number; take: number }): Statement {
  const where = new Conditions()
    .equal('r.rating', query.rating)
    .equal('r.product_id', query.product)
    .add(`r.id IN (${SAYING})`, query.search ? containing(query.search) : undefined)
    .days('r.created_at', query);
  const order = `ORDER BY ${ORDERS[query.sort ?? 'date-desc']}`;
  const text = `
    SELECT (SELECT count(*)::integer FROM reviews r ${where.sql}) AS total,
      (SELECT coalesce(json_agg(to_jsonb(${REVIEW_JSON}) || jsonb_build_object('product', jsonb_build_object('id', p.id,
          'name', p.name, 'image', (SELECT ${pictureUrlSql('i.media_hash', 160)} FROM product_images i
            WHERE i.product_id = p.id ORDER BY i.position LIMIT 1))) ${order}), '[]')
        FROM (SELECT * FROM reviews r ${where.sql} ${order} LIMIT ${take} OFFSET ${skip}) r
        JOIN users u ON u.id = r.user_id JOIN products p ON p.id = r.product_id) AS reviews`;
  return { text, values: where.values };
}

/** Each place that is looked into has its own index, so they are asked one by one and not with OR. */
const SAYING = `
  SELECT id FROM reviews WHERE fold_vi(comment) LIKE fold_vi(?)
  UNION SELECT r.id FROM reviews r JOIN products p ON p.id = r.product_id WHERE p.folded_name LIKE fold_vi(?)
  UNION SELECT r.id FROM reviews r JOIN users u ON u.id = r.user_id
    WHERE fold_vi(u.username || ' ' || u.last_name || ' ' || u.first_name) LIKE fold_vi(?)`;
