import type { Pool } from 'pg';
import { nthPicture } from '../../catalog/products/product.sql.js';
import { readJson, type ReadSource } from '../../catalog/reads/catalog-reads.sql.js';
import type { SuggestedTitle } from '../../contract/search/suggestions.js';
import { arrayParameter, prepared } from '../../platform/database/connections/prepared.js';

/*
 * Reads what suggestions show. By hand: prepared statements, for the hot path and for a thread that has no TypeORM.
 */

const PICTURE_WIDTH = 160;

const SHOWN = prepared(
  'suggested-products',
  `SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'image', ${nthPicture(0, PICTURE_WIDTH)},
    'min_price', p.min_price) ORDER BY requested.nth), '[]')::text AS json
  FROM unnest(${arrayParameter('$1', 'integer')}) WITH ORDINALITY AS requested (id, nth) JOIN products p ON p.id = requested.id
  WHERE p.archived_at IS NULL`,
);

/** The products with these ids that are in the shop, as JSON, in the order of the ids. */
export async function readSuggestedProducts(source: ReadSource, ids: readonly number[]): Promise<string> {
  if (ids.length === 0) return '[]';
  const list = await readJson(source, { text: SHOWN, values: [ids] });
  return list?.json ?? '[]';
}

/** All categories or brands. */
export async function readTitles(pool: Pool, taxonomy: 'categories' | 'brands'): Promise<SuggestedTitle[]> {
  const { rows } = await pool.query<SuggestedTitle>(`SELECT id, title FROM ${taxonomy} ORDER BY id`);
  return rows;
}

/** Titles in which a word starts with the text, ignoring tones. @param begun folded words separated by spaces */
export async function readTitlesBegun(
  source: ReadSource,
  taxonomy: 'categories' | 'brands',
  begun: string,
  count: number,
): Promise<SuggestedTitle[]> {
  const { rows } = await source.query<SuggestedTitle>({
    text: `SELECT id, title FROM ${taxonomy} WHERE strpos(' ' || fold_vi(title), ' ' || $1) > 0
     ORDER BY strpos(' ' || fold_vi(title), ' ' || $1), title LIMIT $2`,
    values: [begun, count],
  });
  return rows;
}
