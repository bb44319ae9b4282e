import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ADVISORY_LOCKS } from './advisory-locks.js';

export type MigrationClass = new () => MigrationInterface;

/** Statements queue behind a migration that waits for a lock, so it gives up soon and retries. */
const LOCK_MS = 400;
/**
 * After this wait the server ends an automatic vacuum that holds the table, and a deadlock by ending the migration. Its own default of
 * 1 s is longer than a migration waits, so a vacuum of hours would outlast all retries.
 */
const DEADLOCK_MS = 200;
/** Polls the migration lock: a session that waits for it would block CREATE INDEX CONCURRENTLY. */
const POLL_MS = 100;
/** Long enough for a call that waited to end, so that it does not meet the next attempt too. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;
const CONCURRENTLY = /\bCONCURRENTLY\b/i;
/** lock_not_available, deadlock_detected */
const IS_LOCKED = new Set(['55P03', '40P01']);

/** The table that TypeORM creates. */
const TABLE = `
  CREATE TABLE IF NOT EXISTS migrations (id serial CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY,
    timestamp bigint NOT NULL, name character varying NOT NULL)`;

interface RunOptions {
  /** How long a transaction or step is retried after its first refused lock. */
  timeoutMs: number;
  /** Called each time that a migration found its tables in use. */
  onRetry: (name: string) => void;
}

/**
 * Runs pending migrations on the owner's connection. Safe to call from several processes at once: an advisory lock lets one
 * after the other. Each migration is one transaction, without a statement timeout. One with `transaction = false` runs outside:
 * each of its queries is a step that holds its locks only for itself. It must be able to run again. What gets no lock is retried:
 * the whole transaction, or the step.
 * @returns the names of those that ran
 * @throws Error with one sentence when a table stays in use, or an empty database is of another encoding than UTF-8
 */
export async function runPending(
  db: QueryRunner,
  migrations: readonly MigrationClass[],
  { timeoutMs, onRetry }: RunOptions,
): Promise<string[]> {
  await db.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0');
  // Only superusers may, and who was granted it.
  await db.query(`SET deadlock_timeout = ${DEADLOCK_MS}`).catch(() => undefined);
  try {
    await takeLock(db);
    await createTable(db);
    const ran: string[] = [];
    for (const migration of await pending(db, migrations)) {
      await runOne(db, migration, { timeoutMs, onRetry: () => onRetry(migration.name) });
      ran.push(migration.name);
    }
    return ran;
  } finally {
    await db.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.migrations]).catch(() => undefined);
    await db
      .query('RESET statement_timeout; RESET idle_in_transaction_session_timeout; RESET lock_timeout')
      .catch(() => undefined);
    await db.query('RESET deadlock_timeout').catch(() => undefined);
  }
}

/**
 * Runs migrations on an empty database inside the caller's transaction. Nobody reads there, so an index is not built
 * CONCURRENTLY, which no transaction allows.
 */
export async function runInOneTransaction(db: QueryRunner, migrations: readonly MigrationClass[]): Promise<void> {
  const plain = new Proxy(db, {
    get: (target, name) =>
      name === 'query'
        ? (sql: string, values?: unknown[]) => target.query(sql.replaceAll(new RegExp(CONCURRENTLY, 'gi'), ''), values)
        : (Reflect.get(target, name) as unknown),
  });
  await createTable(db);
  for (const migration of migrations) await run(plain, migration, new migration());
}

async function takeLock(db: QueryRunner): Promise<void> {
  for (;;) {
    const [row] = (await db.query('SELECT pg_try_advisory_lock($1) AS is_ours', [ADVISORY_LOCKS.migrations])) as {
      is_ours: boolean;
    }[];
    if (row?.is_ours) return;
    await sleep(POLL_MS);
  }
}

/**
 * Keeps other processes from migrating until the caller's transaction ends.
 * @returns false when one migrates, or holds them back itself
 */
export async function holdMigrations(tx: QueryRunner): Promise<boolean> {
  const [row] = (await tx.query('SELECT pg_try_advisory_xact_lock($1) AS is_ours', [ADVISORY_LOCKS.migrations])) as {
    is_ours: boolean;
  }[];
  return row?.is_ours === true;
}

/** Checks first, because CREATE TABLE IF NOT EXISTS needs the right to create tables even where there is one. */
async function createTable(db: QueryRunner): Promise<void> {
  const [row] = (await db.query(`SELECT to_regclass('migrations') IS NULL AS is_missing`)) as { is_missing: boolean }[];
  if (!row?.is_missing) return;
  await refuseEncoding(db);
  await db.query(TABLE);
}

/** A server that was made without a locale has SQL_ASCII, where some migrations succeed and a later one fails. */
async function refuseEncoding(db: QueryRunner): Promise<void> {
  const [row] = (await db.query('SHOW server_encoding')) as { server_encoding: string }[];
  if (row?.server_encoding !== 'UTF8')
    throw new Error(`The database has the encoding ${row?.server_encoding}: make it with ENCODING 'UTF8'.`);
}

async function pending(db: QueryRunner, migrations: readonly MigrationClass[]): Promise<MigrationClass[]> {
  const rows = (await db.query('SELECT name FROM migrations')) as { name: string }[];
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

interface RetryPolicy {
  timeoutMs: number;
  onRetry: () => void;
}

async function runOne(db: QueryRunner, migration: MigrationClass, policy: RetryPolicy): Promise<void> {
  const instance = new migration();
  if (instance.transaction !== false)
    return withRetries(migration, policy, () => inTransaction(db, () => run(db, migration, instance)));
  // A deadlock may have left half an index, which only a new run removes.
  return withRetries(migration, policy, () => run(inSteps(db, migration, policy), migration, instance));
}

/**
 * Runs `work` again while a lock is missing. Its time begins with the first refused lock: the steps before it, or its own work, may
 * have taken hours.
 * @throws Error with one sentence when it stays so
 */
async function withRetries<T>(
  { name }: MigrationClass,
  { timeoutMs, onRetry }: RetryPolicy,
  work: () => Promise<T>,
): Promise<T> {
  let until: number | undefined;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!IS_LOCKED.has((error as { code?: string }).code ?? '')) throw error;
      until ??= Date.now() + timeoutMs;
      if (Date.now() + pause > until)
        throw new Error(
          `The migration ${name} could not lock its tables: end the long transaction that holds them (see pg_stat_activity), and start again.`,
          { cause: error },
        );
      onRetry();
      await sleep(pause);
    }
  }
}

async function inTransaction(db: QueryRunner, work: () => Promise<void>): Promise<void> {
  await db.startTransaction();
  try {
    await db.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
    await work();
    await db.commitTransaction();
  } catch (error) {
    await db.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

/**
 * Each query by itself, retried alone. Several statements in one query are one transaction. What is built CONCURRENTLY waits for
 * older transactions as long as they take: nobody queues behind it.
 */
function inSteps(db: QueryRunner, migration: MigrationClass, policy: RetryPolicy): QueryRunner {
  const step = async (sql: string, values?: unknown[]): Promise<unknown> => {
    await db.query(`SET lock_timeout = ${CONCURRENTLY.test(sql) ? 0 : LOCK_MS}`);
    if (CONCURRENTLY.test(sql)) return db.query(sql, values);
    return withRetries(migration, policy, () => db.query(sql, values) as Promise<unknown>);
  };
  return new Proxy(db, {
    get: (target, name) => (name === 'query' ? step : (Reflect.get(target, name) as unknown)),
  });
}

async function run(db: QueryRunner, { name }: MigrationClass, instance: MigrationInterface): Promise<void> {
  await instance.up(db);
  await db.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [Number(name.slice(-13)), name]);
}
