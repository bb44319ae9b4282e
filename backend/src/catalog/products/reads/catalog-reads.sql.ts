import type { Pool, QueryConfig } from 'pg';
import type { RawJson } from '../../../platform/http/raw-json.interceptor.js';

/*
 * The hot reads of the catalogue. By hand: past the ORM, prepared under a name where their text is constant.
 */

/**
 * Runs a statement that returns one row: its answer as JSON, and columns that it has beside.
 * @returns undefined when there is no row
 */
export async function readJson<Beside = unknown>(
  pool: Pool,
  statement: QueryConfig,
): Promise<(RawJson & Beside) | undefined> {
  const { rows } = await pool.query<RawJson & Beside>(statement);
  return rows[0];
}

/**
 * Counts the words of the products in the shop.
 * @param weights the parts of a product: `a` its name with tones, `b` its name and `c` its brand and category without
 * @returns the number of products by word
 */
export async function countWords(pool: Pool, weights: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ word: string; ndoc: number }>(
    `SELECT word, ndoc FROM ts_stat('SELECT search FROM products WHERE archived_at IS NULL', $1)`,
    [weights],
  );
  return new Map(rows.map(({ word, ndoc }) => [word, ndoc]));
}
