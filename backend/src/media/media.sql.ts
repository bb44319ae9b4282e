import type { DataSource, EntityManager } from 'typeorm';
import type { Media } from './media.entity.js';

/*
 * By hand: the import command's data source has no entities, and tables that refer to pictures belong to later modules.
 */

/** The URL of a picture; a page gets another width by changing the number. */
export const pictureUrlSql = (hash: string, width = 640) => `'/media/' || ${hash} || '/${width}.webp'`;

/**
 * Inserts a picture unless it exists. Waits for a transaction that deletes an equal one.
 * @returns whether it is new
 */
export async function insertPicture(
  tx: EntityManager,
  { hash, width, height, color }: Pick<Media, 'hash' | 'width' | 'height' | 'color'>,
): Promise<boolean> {
  const inserted: unknown[] = await tx.query(
    `INSERT INTO media (hash, mime, width, height, color) VALUES ($1, 'image/webp', $2, $3, $4) ON CONFLICT DO NOTHING
     RETURNING hash`,
    [hash, width, height, color],
  );
  return inserted.length > 0;
}

/**
 * Queues a picture for rendering when it is stored again after it failed or lost its files. Resets its age, so that the worker waits for
 * its original.
 * @param hasOriginal whether its original is still stored
 */
export async function renderAgain(tx: EntityManager, hash: string, hasOriginal: boolean): Promise<void> {
  await tx.query(
    `UPDATE media SET state = 'pending', created_at = now()
     WHERE hash = $1 AND (state = 'failed' OR (state = 'ready' AND NOT $2::boolean))`,
    [hash, hasOriginal],
  );
}

/** A picture that waits for its renditions. */
export interface PendingPicture {
  hash: string;
  createdAt: Date;
  /** The same to the microsecond. It differs for an equal picture that is stored after this one was deleted. */
  storedAt: string;
}

/** Finds a pending picture; undefined for one that is done, or unknown. */
export async function findPending(db: EntityManager, hash: string): Promise<PendingPicture | undefined> {
  const [row]: PendingPicture[] = await db.query(
    `SELECT hash, created_at AS "createdAt", created_at::text AS "storedAt" FROM media WHERE hash = $1 AND state = 'pending'`,
    [hash],
  );
  return row;
}

/** Says how the rendering of a picture has ended. @returns false when it was deleted meanwhile, also when an equal one was stored since */
export async function endRendering(
  db: EntityManager,
  { hash, storedAt }: PendingPicture,
  state: 'ready' | 'failed',
): Promise<boolean> {
  const [rows]: [object[], number] = await db.query(
    'UPDATE media SET state = $3 WHERE hash = $1 AND created_at = $2::timestamptz RETURNING hash',
    [hash, storedAt, state],
  );
  return rows.length > 0;
}

/** Returns those of the hashes that have no row. */
export async function unknownPictures(db: DataSource | EntityManager, hashes: readonly string[]): Promise<string[]> {
  const rows: { hash: string }[] = await db.query(
    'SELECT given AS hash FROM unnest($1::text[]) AS given WHERE NOT EXISTS (SELECT FROM media WHERE media.hash = given)',
    [hashes],
  );
  return rows.map(({ hash }) => hash);
}

/**
 * Returns pictures older than a day that no row shows, oldest first. PostgreSQL's catalogue names the tables that refer to
 * pictures; those whose rows are deleted with a picture do not count.
 */
export async function unusedPictures(db: EntityManager, limit: number): Promise<string[]> {
  const references: { table: string; column: string }[] = await db.query(
    `SELECT conrelid::regclass::text AS "table", quote_ident(attname) AS "column" FROM pg_constraint
     JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
     WHERE contype = 'f' AND confrelid = 'media'::regclass AND confdeltype <> 'c'`,
  );
  const unused = references.map(
    ({ table, column }) => `AND NOT EXISTS (SELECT FROM ${table} WHERE ${column} = media.hash)`,
  );
  const rows: { hash: string }[] = await db.query(
    `SELECT hash FROM media WHERE created_at < now() - interval '1 day' ${unused.join(' ')} ORDER BY created_at LIMIT $1`,
    [limit],
  );
  return rows.map(({ hash }) => hash);
}
