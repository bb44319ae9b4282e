import type { DataSource } from 'typeorm';
import type { FavoriteProduct } from '../../contract/catalog/favorites.js';
import { MAX_FAVORITES } from '../../contract/rules.js';
import { LIST_PRODUCT } from '../products/product.sql.js';

/**
 * A product `p` as a favourite, as JSON text.
 * @param color SQL of the colour's id. A product that no longer comes in it is shown in none
 */
const favorite = (color: string) =>
  `(${LIST_PRODUCT}::jsonb || jsonb_build_object('favorite_color', (SELECT v.color_id FROM variants v
     WHERE v.product_id = p.id AND p.has_variants AND v.color_id = ${color} LIMIT 1)))`;

/**
 * Returns a slice of a user's favourites that are still in the shop, newest first, with the total count. By hand: PostgreSQL
 * writes the products' JSON.
 */
export async function listFavorites(
  db: DataSource,
  userId: number,
  { skip, take }: { skip: number; take: number },
): Promise<[FavoriteProduct[], number]> {
  const [row]: { products: FavoriteProduct[]; total: number }[] = await db.query(
    `WITH kept AS (SELECT f.product_id AS id, f.created_at, f.color_id FROM favorites f
       JOIN products p ON p.id = f.product_id AND p.archived_at IS NULL WHERE f.user_id = $1)
     SELECT (SELECT count(*)::integer FROM kept) AS total,
       (SELECT coalesce(json_agg(${favorite('shown.color_id')} ORDER BY shown.created_at DESC, p.id DESC), '[]')
         FROM (SELECT * FROM kept ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3) shown
         JOIN products p ON p.id = shown.id) AS products`,
    [userId, take, skip],
  );
  return row ? [row.products, row.total] : [[], 0];
}

/** The outcome of `insertFavorite`. Neither new nor existing means the maximum is reached, or a concurrent call added it. */
interface InsertedFavorite {
  product: FavoriteProduct;
  isNew: boolean;
  wasThere: boolean;
}

/**
 * Adds a favourite unless it exists, which gets the colour, or the user has the maximum number. Only concurrent calls can exceed the maximum. By hand:
 * check, ON CONFLICT and result in one statement.
 * @returns undefined for a product that is not in the shop
 */
export async function insertFavorite(
  db: DataSource,
  userId: number,
  productId: number,
  color: number | null,
): Promise<InsertedFavorite | undefined> {
  const [row]: InsertedFavorite[] = await db.query(
    `WITH product AS (SELECT * FROM products WHERE id = $2 AND archived_at IS NULL FOR KEY SHARE),
     had AS (SELECT FROM favorites WHERE user_id = $1 AND product_id = $2),
     -- Sees the rows before this statement, so never the new one.
     recolored AS (UPDATE favorites SET color_id = $3::integer
       WHERE user_id = $1 AND product_id = $2 AND color_id IS DISTINCT FROM $3::integer),
     added AS (INSERT INTO favorites (user_id, product_id, color_id) SELECT $1, id, $3::integer FROM product
       WHERE (SELECT count(*) FROM (SELECT FROM favorites WHERE user_id = $1 LIMIT ${MAX_FAVORITES}) f) < ${MAX_FAVORITES}
       ON CONFLICT DO NOTHING RETURNING product_id)
     SELECT ${favorite('$3::integer')} AS product, EXISTS (SELECT FROM added) AS "isNew", EXISTS (SELECT FROM had) AS "wasThere"
     FROM product p`,
    [userId, productId, color],
  );
  return row;
}
