import type { DataSource, EntityManager } from 'typeorm';
import type { Described } from '../engines/engine.js';
import { bytesOf } from '../vectors/vector-bytes.js';

/*
 * The engines' descriptions of pictures. By hand: the rows are found by sets of hashes, and a picture that is deleted meanwhile
 * must not come back.
 */

type Database = Pick<DataSource | EntityManager, 'query'>;

/** @returns the hashes that the engine has not described */
export async function undescribedImages(db: Database, engine: string, hashes: string[]): Promise<string[]> {
  const rows: { hash: string }[] = await db.query(
    `SELECT hash FROM unnest($2::text[]) hash WHERE NOT EXISTS (
       SELECT FROM search_images WHERE engine = $1 AND media_hash = hash)`,
    [engine, hashes],
  );
  return rows.map(({ hash }) => hash);
}

/** @returns what the engines that see more than a vector have described of these pictures, by hash */
export async function readParts(db: Database, hashes: string[]): Promise<Map<string, Buffer>> {
  const rows: { hash: string; parts: Buffer }[] = await db.query(
    'SELECT media_hash AS hash, parts FROM search_images WHERE media_hash = ANY ($1) AND parts IS NOT NULL',
    [hashes],
  );
  return new Map(rows.map(({ hash, parts }) => [hash, parts]));
}

/** Stores a description of a picture that still exists. @param described undefined for a picture that cannot be decoded */
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

/** Deletes descriptions by these engines. @param all false to delete only those of undecodable pictures */
export async function deleteImages(db: Database, engines: string[], all: boolean): Promise<void> {
  await db.query('DELETE FROM search_images WHERE engine = ANY ($1) AND ($2 OR vector IS NULL)', [engines, all]);
}
