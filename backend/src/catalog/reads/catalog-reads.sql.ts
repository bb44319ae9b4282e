import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { RawJson } from '../../platform/http-cache/raw-json.interceptor.js';
import { LIST_PRODUCT } from '../products/product.sql.js';
import { arrayParameter, prepared } from '../../platform/database/connections/prepared.js';

/*
 * The hot reads of the catalogue. By hand: past the ORM, prepared where their text is constant.
 */

/** A pool, or what chooses one for each statement. */
export interface ReadSource {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>;
}

/** Runs a read of the catalogue on one server. */
export const runOn = <Row extends QueryResultRow>(
  source: ReadSource,
  statement: QueryConfig,
): Promise<QueryResult<Row>> => source.query<Row>(statement);

/**
 * Runs a statement that returns one row: its answer as JSON, and columns that it has beside.
 * @returns undefined when there is no row
 */
export async function readJson<Beside = unknown>(
  source: ReadSource,
  statement: QueryConfig,
): Promise<(RawJson & Beside) | undefined> {
  const { rows } = await source.query<RawJson & Beside>(statement);
  return rows[0];
}

const CARDS = prepared(
  'catalog-cards',
  `SELECT p.id, ${LIST_PRODUCT}::text AS json FROM products p
   WHERE p.id = ANY (${arrayParameter('$1', 'integer')}) AND p.archived_at IS NULL`,
);

/** The products of the shop that have these ids, in any order, each as lists show it. */
export async function readCards(source: ReadSource, ids: readonly number[]): Promise<{ id: number; json: string }[]> {
  const { rows } = await source.query<{ id: number; json: string }>({ text: CARDS, values: [ids] });
  return rows;
}
