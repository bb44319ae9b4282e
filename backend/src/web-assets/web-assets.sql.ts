import type { DataSource } from 'typeorm';
import { daysBefore } from '../platform/retention/retention.js';
import { deletesOldRows } from '../platform/retention/retention.sql.js';
import type { WebAsset } from './web-asset.entity.js';

/** How long a file stays after the last process of a release with it: as long as a page may be open and still load its parts. */
const KEPT_DAYS = 30;

/*
 * What writes the files. By hand: the source of a migration's user knows no entities.
 */

/**
 * Notes that a running release has these files. Processes that start at once write the same rows, so each takes them in one order.
 * @returns the names of those that are stored
 */
export async function noteSeen(db: DataSource, names: readonly string[]): Promise<Set<string>> {
  await db.query(
    `UPDATE web_assets SET seen_at = now() WHERE name IN (
       SELECT name FROM web_assets WHERE name = ANY($1) AND seen_at < now() - interval '1 hour' ORDER BY name FOR UPDATE)`,
    [names],
  );
  const rows: { name: string }[] = await db.query('SELECT name FROM web_assets WHERE name = ANY($1)', [names]);
  return new Set(rows.map(({ name }) => name));
}

/** Stores a file, unless another process has. */
export async function storeAsset(db: DataSource, { name, body, isBrotli }: Omit<WebAsset, 'seenAt'>): Promise<void> {
  await db.query('INSERT INTO web_assets (name, body, is_brotli) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    name,
    body,
    isBrotli,
  ]);
}

/** Deletes the files of releases that no longer run. */
export const WEB_ASSET_RETENTION = deletesOldRows({
  table: 'web_assets',
  where: 'r.seen_at < $1',
  values: ({ now }) => [daysBefore(now, KEPT_DAYS)],
});
