import type { DataSource, EntityManager } from 'typeorm';

/*
 * The state of the nightly run. By hand: counts grow in the transaction that deletes, times are the database's, and a lock of the
 * session lets one worker at a time.
 */

/** A table that failed is tried again after this time. */
const RETRY_MINUTES = 15;

/** Adds tables that are new in the nightly run. @param night the one before: their first run is in the next night */
export async function addTasks(tx: EntityManager, tables: readonly string[], night: string): Promise<void> {
  await tx.query(
    `INSERT INTO housekeeping_tasks (table_name, night) SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING`,
    [tables, night],
  );
}

/**
 * Reads the last complete night of each table; those that failed just now are left out. One whose attempt was stopped has no end, and still
 * the failure of the attempt before.
 */
export async function readNights(tx: EntityManager): Promise<Map<string, string>> {
  const rows: { table: string; night: string }[] = await tx.query(
    `SELECT table_name AS table, night::text AS night FROM housekeeping_tasks
     WHERE failure IS NULL OR ended_at IS NULL OR ended_at < now() - make_interval(mins => ${RETRY_MINUTES})`,
  );
  return new Map(rows.map(({ table, night }) => [table, night]));
}

/** Begins a table, or continues it where a run of the same night was stopped. */
export async function beginTask(tx: EntityManager, table: string, night: string): Promise<void> {
  await tx.query(
    `UPDATE housekeeping_tasks SET began_at = now(), ended_at = NULL, attempted_night = $2,
       last_deleted = CASE WHEN attempted_night = $2 THEN last_deleted ELSE 0 END,
       seconds = CASE WHEN attempted_night = $2 THEN seconds ELSE 0 END
     WHERE table_name = $1`,
    [table, night],
  );
}

/** Bounds how long a transaction waits for a lock. By hand: a setting of the transaction. */
export async function limitLockWait(tx: EntityManager, ms: number): Promise<void> {
  await tx.query(`SET LOCAL lock_timeout = ${ms}`);
}

/** Counts deleted rows, in the transaction that deletes them. */
export async function countDeleted(tx: EntityManager, table: string, deleted: number): Promise<void> {
  await tx.query(
    `UPDATE housekeeping_tasks SET deleted = deleted + $2, last_deleted = last_deleted + $2 WHERE table_name = $1`,
    [table, deleted],
  );
}

/** Ends a table. @param failure null when it is clean @returns what went in this night, and how long it took */
export async function endTask(
  tx: EntityManager,
  table: string,
  failure: string | null,
): Promise<{ deleted: number; seconds: number }> {
  const [[row]]: [{ deleted: number; seconds: number }[], number] = await tx.query(
    `UPDATE housekeeping_tasks SET ended_at = now(), failure = $2::text,
       seconds = seconds + extract(epoch FROM now() - began_at),
       night = CASE WHEN $2::text IS NULL THEN attempted_night ELSE night END,
       succeeded_at = CASE WHEN $2::text IS NULL THEN now() ELSE succeeded_at END
     WHERE table_name = $1 RETURNING last_deleted::float AS deleted, seconds`,
    [table, failure],
  );
  return row ?? { deleted: 0, seconds: 0 };
}

/** Figures of one table for the metrics. */
interface HousekeepingFigures {
  table: string;
  deleted: number;
  /** How long the last night's run took. */
  seconds: number;
  /** Since the last success; before the first one, since the table is in the run. */
  ageSeconds: number;
}

export function readHousekeeping(db: DataSource): Promise<HousekeepingFigures[]> {
  return db.query(
    `SELECT table_name AS table, deleted::float AS deleted, seconds,
       extract(epoch FROM now() - coalesce(succeeded_at, since))::float AS "ageSeconds"
     FROM housekeeping_tasks ORDER BY table_name`,
  );
}
