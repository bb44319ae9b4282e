import type { Pool } from 'pg';
import { shiftDay, shopDay } from '../../contract/shop-day.js';

/** How often a keyword was searched for. */
export interface SearchedQuery {
  query: string;
  searches: number;
}

const DAYS = 30;
const MIN_SEARCHES = 3;
const MAX_QUERIES = 2_000;
/** Longer queries are sentences that are unlikely to be typed again. */
const MAX_LENGTH = 60;

/**
 * Reads the recent keywords that found something, most searched first. By hand: one sum over the days, on a thread that has no
 * TypeORM.
 */
export async function readPopularQueries(pool: Pool): Promise<SearchedQuery[]> {
  const { rows } = await pool.query<SearchedQuery>(
    `SELECT query, sum(searches)::integer AS searches FROM search_query_stats
     WHERE day > $1 AND char_length(query) <= $2
     GROUP BY query HAVING sum(searches) >= $3 AND sum(empty) < sum(searches)
     ORDER BY sum(searches) DESC, query LIMIT $4`,
    [shiftDay(shopDay(new Date()), -DAYS), MAX_LENGTH, MIN_SEARCHES, MAX_QUERIES],
  );
  return rows;
}
