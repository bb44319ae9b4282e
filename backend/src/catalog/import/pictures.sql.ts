import type { DataSource, EntityManager } from 'typeorm';

/*
 * Reads and writes an import's pictures. By hand: batches of hundreds of URLs and hashes, also from a command without entities.
 */

/** Returns the hashes of pictures that were fetched from these URLs before, by URL. */
export async function fetchedPictures(db: DataSource, urls: string[]): Promise<Map<string, string>> {
  const rows: { url: string; media_hash: string }[] = await db.query(
    'SELECT url, media_hash FROM media_sources WHERE url = ANY ($1::text[])',
    [urls],
  );
  return new Map(rows.map(({ url, media_hash }) => [url, media_hash]));
}

/** Returns those of the hashes that the shop has stored. */
export async function storedPictures(db: DataSource, hashes: string[]): Promise<Set<string>> {
  const rows: { hash: string }[] = await db.query('SELECT hash FROM media WHERE hash = ANY ($1::text[])', [hashes]);
  return new Set(rows.map(({ hash }) => hash));
}

/** Records from which URL a picture was fetched. */
export async function saveSource(tx: EntityManager, url: string, hash: string): Promise<void> {
  await tx.query(
    `INSERT INTO media_sources (url, media_hash) VALUES ($1, $2)
     ON CONFLICT (url) DO UPDATE SET media_hash = excluded.media_hash`,
    [url, hash],
  );
}

/** Returns those of the handles whose products have pictures. */
export async function handlesWithPictures(db: DataSource, handles: string[]): Promise<Set<string>> {
  const rows: { handle: string }[] = await db.query(
    `SELECT handle FROM products p WHERE handle = ANY ($1::text[])
       AND EXISTS (SELECT FROM product_images i WHERE i.product_id = p.id)`,
    [handles],
  );
  return new Set(rows.map(({ handle }) => handle));
}

/** Counts how often each picture is used by products, by hash. */
export async function pictureUses(db: DataSource): Promise<Map<string, number>> {
  const rows: { hash: string; uses: number }[] = await db.query(
    'SELECT media_hash AS hash, count(*)::integer AS uses FROM product_images GROUP BY media_hash',
  );
  return new Map(rows.map(({ hash, uses }) => [hash, uses]));
}
