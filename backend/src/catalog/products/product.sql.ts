import type { EntityManager } from 'typeorm';
import { timestamp } from '../../platform/database/sql-dates.js';
import { isPurchase } from './purchases.sql.js';
import { NEW_FOR_DAYS } from '../../contract/rules.js';
import { sizeTableJson, sizeTableOf } from '../size-tables/size-tables.sql.js';
import { prepared } from '../../platform/database/connections/prepared.js';
import { pictureUrlSql } from '../../media/media.sql.js';

/**
 * SQL fragments in which PostgreSQL writes the contract's JSON, so that a read is one statement and this process only
 * passes text on. They expect the product's row as `p`.
 */

/** The URL of the nth picture, from 0; null without one. */
export const nthPicture = (nth: number, width?: number) =>
  `(SELECT ${pictureUrlSql('i.media_hash', width)} FROM product_images i WHERE i.product_id = p.id
    ORDER BY i.position OFFSET ${nth} LIMIT 1)`;

/**
 * Ranks the pictures `i` of a product for a colour: those that show it, then those of no colour, then the others. Without a
 * colour (null) all are equal.
 */
const colorRank = (color: string) => `coalesce((i.color_id = ${color})::integer * 2, 1) DESC`;

/** The hash of the picture that shows a product in a colour best; null without pictures. */
export const pictureInColor = (product: string, color: string) =>
  `(SELECT i.media_hash FROM product_images i WHERE i.product_id = ${product}
    ORDER BY ${colorRank(color)}, i.position LIMIT 1)`;

const OWN_COLORS = 'p.has_variants AND c.id IN (SELECT v.color_id FROM variants v WHERE v.product_id = p.id)';

/** A `Swatch` of the contract, of a colour `c`. */
const SWATCH = `json_build_object('id', c.id, 'name', c.name, 'hex_code', c.hex_code, 'image',
  (SELECT ${pictureUrlSql('i.media_hash')} FROM product_images i WHERE i.product_id = p.id AND i.color_id = c.id
    ORDER BY i.position LIMIT 1))`;

const LIST_FIELDS = `
  'id', p.id, 'name', p.name, 'image', ${nthPicture(0)}, 'hover_image', ${nthPicture(1)},
  'price', p.price, 'oldPrice', CASE WHEN p.old_price > p.min_price THEN p.old_price END, 'min_price', p.min_price,
  'discount', CASE WHEN p.old_price > p.min_price
    THEN round(100 * (p.old_price - p.min_price)::numeric / p.old_price)::integer ELSE 0 END,
  'rating', p.rating, 'numReviews', p.num_reviews, 'total_sold', (SELECT total_sold FROM product_sales WHERE product_id = p.id),
  'countInStock', p.total_stock, 'total_stock', p.total_stock,
  'createdAt', ${timestamp('p.created_at')}, 'is_new', p.created_at > now() - interval '${NEW_FOR_DAYS} days',
  'brand', p.brand_id, 'category', p.category_id, 'has_variants', p.has_variants,
  'swatches', (SELECT coalesce(json_agg(${SWATCH} ORDER BY c.id), '[]') FROM colors c WHERE ${OWN_COLORS}),
  'colors', (SELECT coalesce(json_agg(c.hex_code ORDER BY c.id), '[]') FROM colors c WHERE ${OWN_COLORS})`;

/** A `ListProduct` of the contract. */
export const LIST_PRODUCT = `json_build_object(${LIST_FIELDS})`;

const COLOR = `json_build_object('id', c.id, 'name', c.name, 'hex_code', c.hex_code)`;
const SIZE = `json_build_object('id', s.id, 'name', s.name)`;

/** A `Variant` of the contract, of a variant `v`, its colour `c` and its size `s`. */
export const VARIANT_JSON = `json_build_object('id', v.id, 'product', v.product_id, 'price', v.price,
  'stock_quantity', v.stock_quantity, 'color', ${COLOR}, 'size', ${SIZE})`;
/** The FROM of `VARIANT_JSON` and `VARIANT_LIST`. */
export const VARIANTS = 'variants v JOIN colors c ON c.id = v.color_id JOIN sizes s ON s.id = v.size_id';
/** All variants of one product, as a list. */
export const VARIANT_LIST = `coalesce(json_agg(${VARIANT_JSON} ORDER BY c.id, s.position, s.id), '[]')`;

/** A `Review` of the contract, of a review `r` by a user `u`. */
export const REVIEW_JSON = `json_build_object('id', r.id,
  'name', coalesce(nullif(trim(u.last_name || ' ' || u.first_name), ''), u.username),
  'user_info', json_build_object('username', u.username), 'rating', r.rating, 'comment', r.comment, 'fit', r.fit,
  'createdAt', ${timestamp('r.created_at')},
  'verified_purchase', ${isPurchase('r.user_id', 'r.product_id')},
  'photos', (SELECT coalesce(json_agg(${pictureUrlSql('f.media_hash')} ORDER BY f.position), '[]')
    FROM review_photos f WHERE f.review_id = r.id AND f.approved_at IS NOT NULL))`;

/** A `Product` of the contract. */
export const PRODUCT_JSON = `json_build_object(${LIST_FIELDS}, 'description', p.description,
  'images', (SELECT coalesce(json_agg(${pictureUrlSql('i.media_hash')} ORDER BY i.position), '[]')
    FROM product_images i WHERE i.product_id = p.id),
  'pictures', (SELECT coalesce(json_agg(json_build_object('image', ${pictureUrlSql('i.media_hash')}, 'color', i.color_id)
    ORDER BY i.position), '[]') FROM product_images i WHERE i.product_id = p.id),
  'variants', (SELECT ${VARIANT_LIST}
    FROM ${VARIANTS} WHERE v.product_id = p.id AND p.has_variants),
  'available_colors', (SELECT coalesce(json_agg(${COLOR} ORDER BY c.id), '[]') FROM colors c WHERE ${OWN_COLORS}),
  'available_sizes', (SELECT coalesce(json_agg(${SIZE} ORDER BY s.position, s.id), '[]') FROM sizes s
    WHERE p.has_variants AND s.id IN (SELECT v.size_id FROM variants v WHERE v.product_id = p.id)),
  'reviews', (SELECT coalesce(json_agg(${REVIEW_JSON} ORDER BY r.created_at DESC, r.id DESC), '[]')
    FROM (SELECT * FROM reviews WHERE product_id = p.id ORDER BY created_at DESC, id DESC LIMIT 50) r
    JOIN users u ON u.id = r.user_id),
  'rating_breakdown', (SELECT json_build_object(
      '1', count(*) FILTER (WHERE rating = 1), '2', count(*) FILTER (WHERE rating = 2),
      '3', count(*) FILTER (WHERE rating = 3), '4', count(*) FILTER (WHERE rating = 4),
      '5', count(*) FILTER (WHERE rating = 5)) FROM reviews WHERE product_id = p.id),
  'fit_votes', (SELECT json_build_object(
      'tight', count(*) FILTER (WHERE fit = 'tight'), 'right', count(*) FILTER (WHERE fit = 'right'),
      'loose', count(*) FILTER (WHERE fit = 'loose')) FROM reviews WHERE product_id = p.id AND fit IS NOT NULL),
  'material', p.material, 'care', p.care, 'model_height', p.model_height, 'model_size', p.model_size,
  'size_table', ${sizeTableJson(`coalesce(${sizeTableOf('product_id', 'p.id')}, ${sizeTableOf('category_id', 'p.category_id')})`)})`;

/** $1 product id. */
export const ONE_PRODUCT = prepared(
  'catalog-product',
  `SELECT ${PRODUCT_JSON}::text AS json FROM products p WHERE p.id = $1 AND p.archived_at IS NULL`,
);

/** Related products are chosen among this number of the shop's best sellers, and of products of the category and of the brand. */
const [BEST_CONSIDERED, SAME_CONSIDERED] = [200, 100];
const RELATED = 4;

/**
 * Products of the same category or brand, read if the best sellers have too few of it.
 * @param order one that only the index by this column has, so that the planner does not look for them along another
 */
const ofSame = (column: 'category_id' | 'brand_id', order: string) => `
  SELECT p.id, p.category_id, p.brand_id, (SELECT total_sold FROM product_sales WHERE product_id = p.id)
  FROM (SELECT id, category_id, brand_id FROM products
    WHERE ${column} = (SELECT ${column} FROM self) AND archived_at IS NULL ORDER BY ${order} LIMIT ${SAME_CONSIDERED}) p
  WHERE (SELECT count(*) FROM best, self WHERE best.${column} = self.${column} AND best.id <> self.id) < ${RELATED}`;

/**
 * $1 product id. What it reads does not grow with the shop: a walk through all best sellers would be long for a small brand. A
 * product without relatives yields an empty list, an unknown product no row.
 */
export const RELATED_PRODUCTS = prepared(
  'catalog-related',
  `WITH self AS (SELECT id, category_id, brand_id FROM products WHERE id = $1 AND archived_at IS NULL),
   best AS MATERIALIZED (
     SELECT p.id, p.category_id, p.brand_id, s.total_sold
     FROM product_sales s JOIN products p ON p.id = s.product_id AND p.archived_at IS NULL
     ORDER BY s.total_sold DESC, s.product_id DESC LIMIT ${BEST_CONSIDERED}
   ),
   candidate AS (
     SELECT * FROM best UNION ${ofSame('category_id', 'brand_id, min_price')} UNION ${ofSame('brand_id', 'category_id, id')}
   )
   SELECT shown.* FROM self, LATERAL (
     SELECT coalesce(json_agg(${LIST_PRODUCT} ORDER BY r.nearness, r.total_sold DESC, p.id DESC), '[]')::text AS json,
       coalesce(array_agg(p.id), '{}') AS ids
     FROM (
       SELECT c.id, c.total_sold,
         CASE WHEN c.category_id = self.category_id THEN 1 WHEN c.brand_id = self.brand_id THEN 2 ELSE 3 END AS nearness
       FROM candidate c WHERE c.id <> self.id ORDER BY nearness, total_sold DESC, id DESC LIMIT ${RELATED}
     ) r JOIN products p ON p.id = r.id) shown`,
);

/** $1 product, $2 colour, $3 size. */
export const ONE_VARIANT = prepared(
  'catalog-variant',
  `SELECT ${VARIANT_JSON}::text AS json FROM ${VARIANTS}
  JOIN products p ON p.id = v.product_id AND p.archived_at IS NULL AND p.has_variants
  WHERE v.product_id = $1 AND v.color_id = $2 AND v.size_id = $3`,
);

/** $1 product. */
export const PRODUCT_VARIANTS = prepared(
  'catalog-variants',
  `SELECT ${VARIANT_LIST}::text AS json
  FROM ${VARIANTS} JOIN products p ON p.id = v.product_id AND p.archived_at IS NULL AND p.has_variants
  WHERE v.product_id = $1`,
);

export const BRANDS_JSON = prepared('catalog-brands', taxonomyJson('brands', 'brand_id'));
export const CATEGORIES_JSON = prepared('catalog-categories', taxonomyJson('categories', 'category_id'));

/** Brands or categories, each with the number of its products. */
function taxonomyJson(table: 'brands' | 'categories', column: 'brand_id' | 'category_id'): string {
  return `
  SELECT coalesce(json_agg(json_build_object('id', t.id, 'title', t.title, 'description', t.description,
    'image', ${pictureUrlSql('t.image_hash')}, 'product_count', coalesce(n.products, 0)) ORDER BY t.title_key, t.id), '[]')::text
    AS json
  FROM ${table} t LEFT JOIN (SELECT ${column} AS id, count(*) AS products FROM products
    WHERE archived_at IS NULL GROUP BY ${column}) n ON n.id = t.id`;
}

export const COLORS_JSON = prepared(
  'catalog-colors',
  `SELECT coalesce(json_agg(${COLOR} ORDER BY fold_vi(c.name), c.id), '[]')::text AS json FROM colors c`,
);
export const SIZES_JSON = prepared(
  'catalog-sizes',
  `SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'position', s.place)
    ORDER BY fold_vi(s.name), s.id), '[]')::text AS json
  FROM (SELECT *, row_number() OVER (ORDER BY position, name_key, id)::integer AS place FROM sizes) s`,
);

/** The handles of a name: `plain` and `plain-2`, `plain-3` …. By hand: "Áo" must not load "Áo dài" and thousands that begin like it. */
export async function takenHandles(tx: EntityManager, plain: string): Promise<Set<string>> {
  const rows: { handle: string }[] = await tx.query(
    `SELECT handle FROM products WHERE handle = $1 OR handle ~ ('^' || $1 || '-\\d+$')`,
    [plain],
  );
  return new Set(rows.map(({ handle }) => handle));
}
