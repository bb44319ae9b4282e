import type { Pool } from 'pg';
import type { ProductFacts } from '../engines/engine.js';
import { PRODUCT_FACTS, PRODUCT_ROWS } from '../index/search-documents.sql.js';
import type { ListFacts } from '../text/word-index.js';

/*
 * The products as the keyword index reads them. By hand: PostgreSQL builds the facts of many products in one statement, on a
 * thread that has no TypeORM.
 */

/** A product of the shop. */
export interface KeywordProduct {
  id: number;
  facts: ProductFacts;
  list: ListFacts;
}

/** How many products are read at once. */
const PAGE = 2_000;

const options = (column: string) => `(SELECT coalesce(json_agg(DISTINCT v.${column}), '[]') FROM variants v
  WHERE v.product_id = p.id AND p.has_variants)`;

const SELECTED = `SELECT p.id, ${PRODUCT_FACTS} AS facts, json_build_object(
    'category', coalesce(p.category_id, 0), 'brand', coalesce(p.brand_id, 0),
    'colors', ${options('color_id')}, 'sizes', ${options('size_id')},
    'in_stock', p.total_stock > 0, 'rating', p.rating, 'reviews', p.num_reviews,
    'created', extract(epoch FROM p.created_at) * 1000) AS list
  ${PRODUCT_ROWS} WHERE p.archived_at IS NULL`;

/** @returns those of the products that are in the shop */
export async function readKeywordProducts(pool: Pool, ids: readonly number[]): Promise<KeywordProduct[]> {
  const { rows } = await pool.query<KeywordProduct>(`${SELECTED} AND p.id = ANY ($1::integer[])`, [ids]);
  return rows;
}

/** Reads all products of the shop, page by page. */
export async function* allKeywordProducts(pool: Pool): AsyncGenerator<KeywordProduct[]> {
  for (let last = 0; ;) {
    const { rows } = await pool.query<KeywordProduct>(`${SELECTED} AND p.id > $1 ORDER BY p.id LIMIT ${PAGE}`, [last]);
    yield rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.id;
  }
}
