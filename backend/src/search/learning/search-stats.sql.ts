import type { DataSource, EntityManager } from 'typeorm';
import type { SearchQueriesQuery, SearchQueryRow } from '../../contract/search/search.js';
import { SEARCH_STATS_DAYS } from '../../contract/rules.js';
import { Conditions } from '../../platform/database/conditions.js';
import { deletesOldRows } from '../../platform/retention/retention.sql.js';
import { shiftDay, shopDay } from '../../contract/shop-day.js';
import type { ProductCounts, QueryCounts } from './pending-stats.js';

/*
 * Search statistics per day. By hand: one statement adds many counts, and PostgreSQL sums them up for lists and learned boosts.
 */

/** The maximum number of rows per day, so that a flood of made-up queries cannot fill the disk. */
export const MAX_QUERIES_A_DAY = 10_000;
export const MAX_PRODUCTS_A_DAY = 20_000;

/**
 * Selects the rows of `given` to store: the day's known rows, and new ones up to the limit.
 * @param keys the columns of the key, besides the day
 */
const withRoom = (table: string, keys: string, limit: string) => `
  known AS (SELECT ${keys} FROM ${table} WHERE day = $1),
  kept AS (
    SELECT * FROM given WHERE (${keys}) IN (SELECT * FROM known)
    UNION ALL
    (SELECT * FROM given WHERE (${keys}) NOT IN (SELECT * FROM known)
     LIMIT (SELECT greatest(0, ${limit} - count(*)) FROM known)))`;

/** Adds clicks and purchases, except for products that are not in the shop. @returns the counts that were added */
export async function addProductCounts(
  tx: EntityManager,
  day: string,
  counts: readonly ProductCounts[],
  limit = MAX_PRODUCTS_A_DAY,
): Promise<ProductCounts[]> {
  const stored: { key: string }[] = await tx.query(
    `WITH given AS (
       SELECT g.query, g.product AS product_id, g.clicks, g.purchases
       FROM json_to_recordset($2) AS g (query text, product integer, clicks integer, purchases integer)
       JOIN products p ON p.id = g.product AND p.archived_at IS NULL),
     ${withRoom('search_product_stats', 'query, product_id', '$3')}
     INSERT INTO search_product_stats AS s (day, query, product_id, clicks, purchases)
     SELECT $1, query, product_id, clicks, purchases FROM kept ORDER BY query, product_id
     ON CONFLICT (day, query, product_id) DO UPDATE
       SET clicks = s.clicks + excluded.clicks, purchases = s.purchases + excluded.purchases
     RETURNING product_id || ' ' || query AS key`,
    [day, JSON.stringify(counts), limit],
  );
  const added = new Set(stored.map(({ key }) => key));
  return counts.filter(({ query, product }) => added.has(`${product} ${query}`));
}

/** Adds searches and their results. */
export async function addQueryCounts(
  tx: EntityManager,
  day: string,
  counts: readonly (QueryCounts & { clicks: number; purchases: number })[],
  limit = MAX_QUERIES_A_DAY,
): Promise<void> {
  await tx.query(
    `WITH given AS (
       SELECT * FROM json_to_recordset($2)
         AS g (query text, searches integer, empty integer, clicks integer, purchases integer)),
     ${withRoom('search_query_stats', 'query', '$3')}
     INSERT INTO search_query_stats AS s (day, query, searches, empty, clicks, purchases)
     SELECT $1, query, searches, empty, clicks, purchases FROM kept ORDER BY query
     ON CONFLICT (day, query) DO UPDATE
       SET searches = s.searches + excluded.searches, empty = s.empty + excluded.empty,
         clicks = s.clicks + excluded.clicks, purchases = s.purchases + excluded.purchases`,
    [day, JSON.stringify(counts), limit],
  );
}

/** Deletes the statistics of days that are longer ago than `SEARCH_STATS_DAYS`. */
export const SEARCH_STATS_RETENTION = ['search_product_stats', 'search_query_stats'].map((table) =>
  deletesOldRows({
    table,
    where: 'r.day < $1',
    values: ({ now }) => [shiftDay(shopDay(now), -SEARCH_STATS_DAYS)],
  }),
);

/** A slice of the queries since a day, most searched (or most often empty) first, and their total number. */
export async function listQueries(
  db: DataSource,
  since: string,
  { search, only }: Pick<SearchQueriesQuery, 'search' | 'only'>,
  { skip, take }: { skip: number; take: number },
): Promise<[SearchQueryRow[], number]> {
  const where = new Conditions()
    .add('day >= ?', since)
    .containing('fold_vi(query)', search)
    .that(only === 'empty' ? 'empty > 0' : undefined);
  const grouped = `(SELECT query, sum(searches)::integer AS searches, sum(empty)::integer AS empty,
      sum(clicks)::integer AS clicks, sum(purchases)::integer AS purchases
    FROM search_query_stats ${where.sql} GROUP BY query) queries`;
  const order = only === 'empty' ? 'empty DESC, fold_vi(query), query' : 'searches DESC, fold_vi(query), query';
  const rows: SearchQueryRow[] = await db.query(
    `SELECT * FROM ${grouped} ORDER BY ${order} OFFSET ${skip} LIMIT ${take}`,
    where.values,
  );
  const [total]: { count: number }[] = await db.query(
    `SELECT count(*)::integer AS count FROM ${grouped}`,
    where.values,
  );
  return [rows, total?.count ?? 0];
}
