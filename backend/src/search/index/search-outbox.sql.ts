import type { DataSource, EntityManager } from 'typeorm';
import { readBacklog, type Backlog } from '../../platform/database/backlog.sql.js';

/*
 * The outbox into which triggers write each change of a product. By hand: batches skip the rows that another worker holds, and
 * products are added by INSERT … SELECT.
 */

type Database = Pick<DataSource | EntityManager, 'query'>;

/** Rows of the outbox for one job, with their products. */
export interface Batch {
  rows: string[];
  products: number[];
}

/** The number of changes in one batch. */
const BATCH_SIZE = 50;
/** A job that has not finished its batch after this time counts as lost, and another one takes the batch. In milliseconds. */
export const LEASE_MS = 120_000;
const LEASE = `interval '${LEASE_MS} milliseconds'`;

/**
 * Takes the newest changes that no job holds. So a change does not wait for the whole shop, which may take hours and enters the
 * outbox at once when an engine is new. A job reads what a product is now, so the order of its changes does not matter.
 * @returns null when there are none
 */
export async function takeBatch(db: Database): Promise<Batch | null> {
  const [taken]: [{ id: string; product_id: number }[], number] = await db.query(
    `UPDATE search_outbox SET taken_at = now() WHERE id IN (
       SELECT id FROM search_outbox WHERE taken_at IS NULL OR taken_at < now() - ${LEASE}
       ORDER BY id DESC LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
     RETURNING id, product_id`,
  );
  if (taken.length === 0) return null;
  return { rows: taken.map(({ id }) => id), products: [...new Set(taken.map(({ product_id }) => product_id))] };
}

/** Removes a finished batch. */
export async function removeBatch(db: Database, rows: string[]): Promise<void> {
  await db.query('DELETE FROM search_outbox WHERE id = ANY ($1)', [rows]);
}

/** Hides these rows from jobs for some time. @param delayMs milliseconds from now */
export async function postponeBatch(db: Database, rows: string[], delayMs: number): Promise<void> {
  await db.query(
    `UPDATE search_outbox SET taken_at = now() + $2 * interval '1 millisecond' - ${LEASE} WHERE id = ANY ($1)`,
    [rows, delayMs],
  );
}

/** @returns the number of products with changes in the outbox */
export async function countPendingProducts(db: Database): Promise<number> {
  const [row]: { pending: number }[] = await db.query(
    'SELECT count(DISTINCT product_id)::integer AS pending FROM search_outbox',
  );
  return row?.pending ?? 0;
}

/** Puts the products into the outbox that have pictures whose colour nobody has said or looked for. */
export async function enqueueUncolored(db: Database): Promise<void> {
  await db.query(`INSERT INTO search_outbox (product_id)
    SELECT DISTINCT p.id FROM products p JOIN product_images i ON i.product_id = p.id
    WHERE p.archived_at IS NULL AND p.has_variants AND i.color_source IS NULL ORDER BY 1`);
}

/** Puts all products of the shop and of the index into the outbox. */
export async function enqueueAllProducts(db: Database): Promise<void> {
  await db.query(`INSERT INTO search_outbox (product_id)
    SELECT id FROM products WHERE archived_at IS NULL UNION SELECT product_id FROM search_documents ORDER BY 1`);
}

/** Puts products with a picture that the engine has not described into the outbox. @returns their number */
export async function enqueueUndescribed(db: Database, engine: string): Promise<number> {
  const rows: unknown[] = await db.query(
    `INSERT INTO search_outbox (product_id) SELECT d.product_id FROM search_documents d
       WHERE EXISTS (SELECT FROM unnest(d.media) hash WHERE NOT EXISTS (
         SELECT FROM search_images i WHERE i.engine = $1 AND i.media_hash = hash))
       ORDER BY 1 RETURNING product_id`,
    [engine],
  );
  return rows.length;
}

const OUTBOX = 'FROM search_outbox';

/** Changes of products that the search has not taken in. Their ids have the order of their times, but for calls that overlap. */
export const searchBacklog = (db: DataSource): Promise<Backlog> =>
  readBacklog(db, OUTBOX, 'queued_at', `${OUTBOX} WHERE id = (SELECT min(id) ${OUTBOX})`);
