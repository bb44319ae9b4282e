import type { DataSource, EntityManager } from 'typeorm';

/*
 * The engines that describe pictures, and whether each has described all of them. By hand: each statement handles a set of
 * names, and `ai:reindex` runs them without entities.
 */

type Database = Pick<DataSource | EntityManager, 'query'>;

/** Adds unknown engines. @returns their names */
export async function addEngines(db: Database, names: string[]): Promise<string[]> {
  const rows: { name: string }[] = await db.query(
    'INSERT INTO search_engines (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING RETURNING name',
    [names],
  );
  return rows.map(({ name }) => name);
}

/** Records that a worker uses these engines now. */
export async function markRequested(db: Database, names: string[]): Promise<void> {
  await db.query('UPDATE search_engines SET last_requested_at = now() WHERE name = ANY ($1)', [names]);
}

/** Adds missing engines. @param reopen true to have existing ones describe everything again */
export async function resetEngines(db: Database, names: string[], reopen: boolean): Promise<void> {
  await db.query(
    `INSERT INTO search_engines (name) SELECT unnest($1::text[])
     ON CONFLICT (name) DO UPDATE SET completed_at = CASE WHEN $2 THEN NULL ELSE search_engines.completed_at END`,
    [names, reopen],
  );
}

/** Marks an engine as incomplete when its vectors are missing from their store and it has described a picture. */
export async function reopenEngine(db: Database, name: string): Promise<void> {
  await db.query(
    `UPDATE search_engines SET completed_at = NULL
     WHERE name = $1 AND EXISTS (SELECT FROM search_images WHERE engine = $1 AND vector IS NOT NULL)`,
    [name],
  );
}

/** @returns whether the engine was incomplete until now */
export async function completeEngine(db: Database, name: string): Promise<boolean> {
  const [, count]: [unknown, number] = await db.query(
    'UPDATE search_engines SET completed_at = now() WHERE name = $1 AND completed_at IS NULL',
    [name],
  );
  return count > 0;
}

/** @returns the names of the engines that have described every picture */
export async function completeEngines(db: Database): Promise<Set<string>> {
  const rows: { name: string }[] = await db.query('SELECT name FROM search_engines WHERE completed_at IS NOT NULL');
  return new Set(rows.map(({ name }) => name));
}

/**
 * Deletes engines, with their descriptions, that no worker has requested for an hour, once the engines in use have been
 * complete for as long.
 * @param names of the engines in use
 */
export async function deleteUnusedEngines(db: Database, names: string[]): Promise<void> {
  await db.query(
    `WITH old AS (DELETE FROM search_engines
         WHERE name <> ALL ($1) AND last_requested_at < now() - interval '1 hour' AND NOT EXISTS (
           SELECT FROM search_engines WHERE name = ANY ($1)
             AND (completed_at IS NULL OR completed_at > now() - interval '1 hour')) RETURNING name)
     DELETE FROM search_images WHERE engine IN (SELECT name FROM old)`,
    [names],
  );
}
