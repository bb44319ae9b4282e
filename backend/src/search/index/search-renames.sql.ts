import type { DataSource } from 'typeorm';
import { productLock } from '../../catalog/products/product.locks.js';
import { readBacklog, type Backlog } from '../../platform/database/backlog.sql.js';
import { SearchRename } from './search-rename.entity.js';

/*
 * The queue of renames. By hand: a later rename of the same brand or category takes the place of those before it, and a batch is one
 * statement.
 */

const IS_SAME = 'n.brand_id IS NOT DISTINCT FROM r.brand_id AND n.category_id IS NOT DISTINCT FROM r.category_id';

/** The oldest rename that no later one replaces. The renames of a row have their ids in the order of their commits: they lock it. */
export const nextRename = (db: DataSource): Promise<SearchRename | null> =>
  db
    .createQueryBuilder(SearchRename, 'r')
    .where(`NOT EXISTS (SELECT FROM search_renames n WHERE n.id > r.id AND ${IS_SAME})`)
    .orderBy('r.id')
    .limit(1)
    .getOne();

/**
 * The next products of the brand or category, in the order of their ids, archived ones too. Locks none: in a large catalogue it takes a
 * while to find the products of a small category.
 */
export async function nextProducts(
  db: DataSource,
  { brandId, categoryId, lastProductId }: SearchRename,
  count: number,
): Promise<number[]> {
  const column = brandId === null ? 'category_id' : 'brand_id';
  const rows: { id: number }[] = await db.query(
    `SELECT id FROM products WHERE ${column} = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [brandId ?? categoryId, lastProductId, count],
  );
  return rows.map(({ id }) => id);
}

/** A batch that waits this long for a lock is given up: orders wait for the locks that it has. */
const LOCK_MS = 500;

/**
 * Writes the search text of products anew, puts them into the outbox, and stores how far the rename came. One statement, because locks
 * that are held between two would be held for as long as the worker is busy with something else. Does nothing when another worker has
 * written the batch.
 */
export async function rewriteBatch(
  db: DataSource,
  { id, lastProductId }: SearchRename,
  productIds: number[],
): Promise<void> {
  await db.query(
    `WITH turn AS (
       UPDATE search_renames SET last_product_id = $4 WHERE id = $1 AND last_product_id = $2
       RETURNING set_config('lock_timeout', '${LOCK_MS}', true)
     ), locked AS (
       ${productLock('id = ANY ($3::integer[]) AND EXISTS (SELECT FROM turn)')}
     ), rewritten AS (
       UPDATE products p SET search = '' FROM locked WHERE p.id = locked.id RETURNING p.id
     )
     INSERT INTO search_outbox (product_id) SELECT id FROM rewritten ORDER BY id`,
    [id, lastProductId, productIds, productIds.at(-1)],
  );
}

/** Removes a finished rename, and those that it replaces. */
export async function removeRename(db: DataSource, id: string): Promise<void> {
  await db.query(
    `DELETE FROM search_renames r USING search_renames n WHERE n.id = $1 AND r.id <= n.id AND ${IS_SAME}`,
    [id],
  );
}

/** Renames that the search has not followed to the end. */
export const renameBacklog = (db: DataSource): Promise<Backlog> => readBacklog(db, 'FROM search_renames', null);
