import type { DataSource, EntityManager } from 'typeorm';
import type { Described } from '../engines/engine.js';
import { bytesOf } from '../vectors/vector-bytes.js';

/*
 * What each engine says of each picture. By hand: the rows are found by sets of hashes, and a picture that is deleted
 * meanwhile must not come back.
 */

type Database = Pick<DataSource | EntityManager, 'query'>;

/** @returns those of the pictures that the engine has not described, by their hashes */
export async function undescribedImages(db: Database, engine: string, hashes: string[]): Promise<string[]> {
  const rows: { hash: string }[] = await db.query(
    `SELECT hash FROM unnest($2::text[]) hash WHERE NOT EXISTS (
       SELECT FROM search_images WHERE engine = $1 AND media_hash = hash)`,
    [engine, hashes],
  );
  return rows.map(({ hash }) => hash);
}

/** Stores what an engine says of a picture that still exists. @param described undefined: the picture cannot be read */
export async function saveImage(
  db: Database,
  engine: string,
  hash: string,
  described: Described | undefined,
): Promise<void> {
  const { vector, parts } = described ?? {};
  await db.query(
    `INSERT INTO search_images (engine, media_hash, vector, parts)
       SELECT $1, hash, $3, $4 FROM media WHERE hash = $2 FOR KEY SHARE
     ON CONFLICT DO NOTHING`,
    [engine, hash, vector ? bytesOf(vector) : null, parts ?? null],
  );
}

/** Deletes descriptions by these engines. @param all false: only of pictures that could not be read */
export async function deleteImages(db: Database, engines: string[], all: boolean): Promise<void> {
  await db.query('DELETE FROM search_images WHERE engine = ANY ($1) AND ($2 OR vector IS NULL)', [engines, all]);
}
