import type { StatementRunner } from '../../platform/database/connections/pool-database.js';
import { shiftDay, shopDay } from '../../contract/shop-day.js';
import { MIN_CLICKS, PURCHASE_WEIGHT, type Choices } from './boost.js';

/** The maximum number of pairs of query and product: those with the most clicks and purchases. */
const MAX_PAIRS = 50_000;
const DAYS = 90;
/** The number of days after which a click counts half. */
const HALF_LIFE_DAYS = 30;

export interface LearnedPair extends Choices {
  query: string;
  product: number;
}

const decayed = (column: string) => `sum(${column} * power(0.5, ($2::date - day) / ${HALF_LIFE_DAYS}::float8))`;

/** Reads what shoppers chose recently. By hand: PostgreSQL sums up millions of rows, on a thread without TypeORM. */
export function readLearnedPairs(db: StatementRunner): Promise<LearnedPair[]> {
  const today = shopDay(new Date());
  return db.query(
    `WITH pairs AS (
       SELECT query, product_id, ${decayed('clicks')} AS clicks, ${decayed('purchases')} AS purchases
       FROM search_product_stats WHERE day > $1 AND day <= $2
       GROUP BY query, product_id HAVING sum(clicks) >= ${MIN_CLICKS}
       ORDER BY sum(clicks + ${PURCHASE_WEIGHT} * purchases) DESC, query, product_id LIMIT ${MAX_PAIRS})
     SELECT query, product_id AS product, clicks, purchases, coalesce(q.searches, 0) AS searches
     FROM pairs LEFT JOIN (
       SELECT query, ${decayed('searches')} AS searches FROM search_query_stats
       WHERE day > $1 AND day <= $2 AND query IN (SELECT query FROM pairs) GROUP BY query) q USING (query)`,
    [shiftDay(today, -DAYS), today],
  );
}
