import { Logger } from '@nestjs/common';
import type { DataSource, QueryRunner } from 'typeorm';
import * as list from './migration-list.js';
import { runInOneTransaction, runPending, type MigrationClass } from './run-migrations.js';

/** How long a migration tries to lock tables that are in use. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000;

const logger = new Logger('Database');

/** The time in the name of a migration, whose order is that in which they run. */
const timeOf = ({ name }: MigrationClass): string => name.slice(-13);

const MIGRATIONS: readonly MigrationClass[] = Object.values(list).toSorted((one, other) =>
  timeOf(one) < timeOf(other) ? -1 : 1,
);

/** The names of this release's migrations, in their order. */
export const migrationNames = (): string[] => MIGRATIONS.map(({ name }) => name);

/** The newest migration of a later release that has run; undefined without one. */
export async function laterMigration(source: DataSource): Promise<string | undefined> {
  const rows = await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY timestamp DESC, id DESC');
  const known = new Set(migrationNames());
  const newest = MIGRATIONS.at(-1)?.name.slice(-13) ?? '';
  // Migrations before the baseline have other names.
  return rows.find(({ name }) => !known.has(name) && name.slice(-13) > newest)?.name;
}

/**
 * Runs the first migrations on an empty database, inside the caller's transaction.
 * @param count how many
 */
export const migrateEmpty = (runner: QueryRunner, count: number): Promise<void> =>
  runInOneTransaction(runner, MIGRATIONS.slice(0, count));

/**
 * Runs pending migrations. Safe to call from several processes concurrently.
 * @param source the owner's data source
 * @param migrations those of this release; tests and benchmarks pass others
 * @param onRetry called each time that a migration found its tables in use; by default it prints that
 * @returns the names of the migrations that ran, empty when the schema was up to date
 */
export async function migrate(
  source: DataSource,
  { migrations = MIGRATIONS, timeoutMs = MIGRATION_TIMEOUT_MS, onRetry = warnOfRetry } = {},
): Promise<string[]> {
  const runner = source.createQueryRunner();
  try {
    return await runPending(runner, migrations, { timeoutMs, onRetry });
  } finally {
    await runner.release();
  }
}

function warnOfRetry(name: string): void {
  logger.warn(`The migration ${name} finds its tables in use, and tries again`);
}
