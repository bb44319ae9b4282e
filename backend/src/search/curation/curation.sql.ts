import type { DataSource, EntityManager } from 'typeorm';
import { nthPicture } from '../../catalog/products/product.sql.js';
import { MAX_PINNED_QUERIES, MAX_PINS, MAX_SYNONYMS } from '../../contract/rules.js';
import type { PinnedProduct, QueryPinsRow } from '../../contract/search/search.js';
import { Conditions } from '../../platform/database/conditions.js';
import type { StatementRunner } from '../../platform/database/connections/pool-database.js';
import { formatCatalogChange } from '../../platform/http-cache/catalog-change.js';
import type { PinRow } from './curation.js';
import type { SynonymRow } from './synonyms.js';

/*
 * Synonyms and pins. By hand: indexes read them on threads without TypeORM, and PostgreSQL counts and builds JSON for lists.
 */

export function readSynonyms(db: StatementRunner): Promise<SynonymRow[]> {
  return db.query(`SELECT word, meanings, is_two_way FROM search_synonyms ORDER BY id LIMIT ${MAX_SYNONYMS}`);
}

export function readPins(db: StatementRunner): Promise<PinRow[]> {
  return db.query(
    `SELECT query, product_id AS product, kind, position FROM search_pins
     ORDER BY query, position LIMIT ${MAX_PINNED_QUERIES * MAX_PINS}`,
  );
}

/** Tells every process that the search is directed otherwise, as the triggers of synonyms and pins do. */
export async function announceCurated(db: StatementRunner): Promise<void> {
  await db.query(`SELECT pg_notify('catalog_changed', $1)`, [formatCatalogChange({ kind: 'curated' })]);
}

/** A slice of the queries that have pins, sorted by query, and their total number. */
export async function listPins(
  db: DataSource,
  search: string | undefined,
  { skip, take }: { skip: number; take: number },
): Promise<[QueryPinsRow[], number]> {
  const where = new Conditions().containing('fold_vi(query)', search);
  const rows: QueryPinsRow[] = await db.query(
    `SELECT query, count(*) FILTER (WHERE kind = 'pin')::integer AS pinned,
       count(*) FILTER (WHERE kind = 'bury')::integer AS buried
     FROM search_pins ${where.sql} GROUP BY query ORDER BY fold_vi(query), query OFFSET ${skip} LIMIT ${take}`,
    where.values,
  );
  const queries = `(SELECT DISTINCT query FROM search_pins ${where.sql}) queries`;
  const [total]: { count: number }[] = await db.query(
    `SELECT count(*)::integer AS count FROM ${queries}`,
    where.values,
  );
  return [rows, total?.count ?? 0];
}

/** The pinned and buried products of a query, in order. */
export async function pinnedProducts(
  tx: EntityManager,
  query: string,
): Promise<{ kind: PinRow['kind']; product: PinnedProduct }[]> {
  return tx.query(
    `SELECT s.kind, json_build_object('id', p.id, 'name', p.name, 'image', ${nthPicture(0, 320)},
       'is_archived', p.archived_at IS NOT NULL) AS product
     FROM search_pins s JOIN products p ON p.id = s.product_id WHERE s.query = $1 ORDER BY s.position, p.id`,
    [query],
  );
}

/** The number of other queries that have pins. */
export async function countOtherQueries(tx: EntityManager, query: string): Promise<number> {
  const [row]: { count: number }[] = await tx.query(
    'SELECT count(DISTINCT query)::integer AS count FROM search_pins WHERE query <> $1',
    [query],
  );
  return row?.count ?? 0;
}
