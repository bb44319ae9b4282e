import type { Pool, QueryConfig } from 'pg';
import type { RawJson } from '../../../platform/http/raw-json.interceptor.js';
import { LIST_PRODUCT } from '../product.sql.js';

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

/** The products of the shop that have the ids `$1`, each as lists show it. */
export const LISTED = `SELECT p.id, ${LIST_PRODUCT}::text AS json FROM products p
  WHERE p.id = ANY ($1::integer[]) AND p.archived_at IS NULL`;
