import { Logger } from '@nestjs/common';
import { Socket } from 'node:net';
import pg, { type ClientBase } from 'pg';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { Baseline1800000000001 } from './migrations/1-baseline.js';
import { CatalogChanges1800000000002 } from './migrations/2-catalog-changes.js';
import { SearchCuration1800000000003 } from './migrations/3-search-curation.js';
import { StockMovements1800000000004 } from './migrations/4-stock-movements.js';
import { PictureColors1800000000005 } from './migrations/5-picture-colors.js';
import { SizeTables1800000000006 } from './migrations/6-size-tables.js';
import { WaysToPay1800000000007 } from './migrations/7-ways-to-pay.js';
import { Addresses1800000000008 } from './migrations/8-addresses.js';
import { ReviewPhotos1800000000009 } from './migrations/9-review-photos.js';
import { GiftNotes1800000000010 } from './migrations/10-gift-notes.js';
import { StockAlerts1800000000011 } from './migrations/11-stock-alerts.js';
import { Monitoring1800000000012 } from './migrations/12-monitoring.js';
import { Integrations1800000000013 } from './migrations/13-integrations.js';
import { Housekeeping1800000000014 } from './migrations/14-housekeeping.js';
import { reasonOfError } from '../errors/sentence-of.js';
import { CartReminders1800000000015 } from './migrations/15-cart-reminders.js';
import { WebhookSecrets1800000000016 } from './migrations/16-webhook-secrets.js';
import { CartReminderConfirmations1800000000017 } from './migrations/17-cart-reminder-confirmations.js';
import { CartReminderRefusals1800000000018 } from './migrations/18-cart-reminder-refusals.js';
import { ProductsOfBrand1800000000019 } from './migrations/19-products-of-brand.js';
import { StockAlertRefusals1800000000020 } from './migrations/20-stock-alert-refusals.js';
import { JoinedTransitionTables1800000000021 } from './migrations/21-joined-transition-tables.js';
import { SearchRenames1800000000022 } from './migrations/22-search-renames.js';
import { runInOneTransaction, runPending, type MigrationClass } from './run-migrations.js';
import { PreparingClient } from './connections/prepared.js';
import { SharedPool } from './connections/shared-pool.js';
import { SnakeNaming } from './snake-naming.js';
import { repeatedLine } from '../errors/repeated-line.js';

/** A process's connection pool. */
interface PoolSettings {
  max?: number;
  /** The URL for connections that keep a session, where `url` is a pooler's. */
  directUrl?: string;
  reservesConnections?: boolean;
}

const DEFAULT_POOL = 15;
const STATEMENT_MS = 30_000;
/** How long a migration tries to lock tables that are in use. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000;
/** A connection that stays silent this long after the statement timeout is dead: PostgreSQL would have ended the statement. */
const GRACE_MS = 5_000;
/** The statement timeouts on a replica: of reads, and of questions how far it is. */
const [REPLICA_STATEMENT_MS, REPLICA_WATCH_MS, REPLICA_GRACE_MS] = [3_000, 1_000, 500];

/** For `createSessionDataSource`: a statement takes as long as it takes. */
export const NO_STATEMENT_TIMEOUT = 0;
const KEEP_ALIVE_MS = 30_000;

const logger = new Logger('Database');
/** All connections break at once when the database stops. */
const logBroken = repeatedLine((error: Error) => logger.warn(`An idle connection broke: ${error.message}`));

/** In the order in which they run. */
const MIGRATIONS: readonly MigrationClass[] = [
  Baseline1800000000001,
  CatalogChanges1800000000002,
  SearchCuration1800000000003,
  StockMovements1800000000004,
  PictureColors1800000000005,
  SizeTables1800000000006,
  WaysToPay1800000000007,
  Addresses1800000000008,
  ReviewPhotos1800000000009,
  GiftNotes1800000000010,
  StockAlerts1800000000011,
  Monitoring1800000000012,
  Integrations1800000000013,
  Housekeeping1800000000014,
  CartReminders1800000000015,
  WebhookSecrets1800000000016,
  CartReminderConfirmations1800000000017,
  CartReminderRefusals1800000000018,
  ProductsOfBrand1800000000019,
  StockAlertRefusals1800000000020,
  JoinedTransitionTables1800000000021,
  SearchRenames1800000000022,
];

/**
 * Options of every connection of the shop; the application adds its entities. Times are UTC throughout. Connections use
 * the role `may_app`, which cannot rewrite append-only records, where the migrations were able to create it.
 * @param settings.max the maximum number of connections
 * @param settings.directUrl where `createSessionDataSource` connects; another than `url` when that is a pooler's
 * @param settings.reservesConnections true to reserve some of them for payments, see `SharedPool`
 */
export function dataSourceOptions(
  url: string,
  { max = DEFAULT_POOL, directUrl = url, reservesConnections = false }: PoolSettings = {},
) {
  const owner = ownerOptions(url);
  const stream = () => openSocket(STATEMENT_MS);
  const Client = directUrl === url ? PreparingClient : pg.Client;
  return {
    ...owner,
    driver: { Pool: SharedPool },
    extra: { ...owner.extra, max, directUrl, reservesConnections, onConnect: takeApplicationRole, stream, Client },
  };
}

function ownerOptions(url: string) {
  return {
    type: 'postgres',
    url,
    synchronize: false,
    namingStrategy: new SnakeNaming(),
    poolErrorHandler: logBroken,
    extra: {
      connectionTimeoutMillis: 10_000,
      application_name: 'may',
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: 30_000,
      lock_timeout: 10_000,
    },
  } satisfies DataSourceOptions;
}

/**
 * Opens a socket that times out itself: with a broken network the server's timeouts never arrive. Without a statement timeout,
 * probes of the operating system find a dead one.
 */
function openSocket(statementMs: number): Socket {
  if (statementMs === NO_STATEMENT_TIMEOUT) return new Socket().setKeepAlive(true, KEEP_ALIVE_MS);
  const timeoutMs = statementMs + GRACE_MS;
  const socket = new Socket();
  return socket.setTimeout(timeoutMs, () => {
    const timeout = new Error(`The database did not answer for ${timeoutMs / 1_000} s`);
    socket.destroy(Object.assign(timeout, { code: 'ETIMEDOUT' }));
  });
}

/**
 * Opens a connection of its own past any pooler, for plain SQL that takes a lock of a session, or longer than a request. The
 * caller destroys it.
 * @param statementMs the statement timeout; with `NO_STATEMENT_TIMEOUT` the caller also lifts that of the server, see `beginCheck`
 */
export function createSessionDataSource({ options }: DataSource, statementMs = STATEMENT_MS): Promise<DataSource> {
  // The owner's data source has no URL beside its own.
  const { extra, url, ...rest } = options as Omit<ReturnType<typeof dataSourceOptions>, 'extra'> & {
    extra: { directUrl?: string };
  };
  const stream = () => openSocket(statementMs);
  const one = { ...extra, max: 1, reservesConnections: false, statement_timeout: statementMs, stream };
  return new DataSource({
    ...rest,
    url: extra.directUrl ?? url,
    entities: [],
    migrations: [],
    extra: one,
  }).initialize();
}

/**
 * Connects a data source.
 * @throws Error with one sentence, which has the host and no password, when the database cannot be reached or refuses the user
 */
export async function connectDatabase(source: DataSource): Promise<DataSource> {
  try {
    return await source.initialize();
  } catch (error) {
    const { host } = new URL((source.options as { url: string }).url);
    throw new Error(`DATABASE_URL cannot be reached (${host}): ${reasonOfError(error)}`, { cause: error });
  }
}

async function takeApplicationRole(client: ClientBase): Promise<void> {
  await client.query(
    `SELECT set_config('role', rolname, false) FROM pg_roles
     WHERE rolname = 'may_app' AND pg_has_role(rolname, 'MEMBER')
       AND has_schema_privilege(rolname, 'public', 'USAGE')
       AND has_table_privilege(rolname, to_regclass('orders'), 'INSERT')`,
  );
}

/**
 * The connections to a streaming replica: some for reads, one that watches it. They give up sooner than others, because the primary
 * can answer instead.
 */
export function replicaPools(url: string, max = DEFAULT_POOL): { reads: SharedPool; watch: pg.Pool } {
  const quick = {
    ...ownerOptions(url).extra,
    connectionString: url,
    connectionTimeoutMillis: 1_000,
    keepAlive: true,
    onConnect: takeApplicationRole,
    Client: PreparingClient,
  };
  const within = (ms: number) => ({ statement_timeout: ms, query_timeout: ms + REPLICA_GRACE_MS });
  return {
    reads: new SharedPool({ ...quick, ...within(REPLICA_STATEMENT_MS), max }),
    watch: new pg.Pool({ ...quick, ...within(REPLICA_WATCH_MS), max: 1, application_name: 'may-replica' }),
  };
}

/** Creates a data source of the database's owner, for migrations: no entities, plain SQL. */
export function createOwnerDataSource(url: string): DataSource {
  return new DataSource(ownerOptions(url));
}

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

/** Creates a data source for scripts: no entities, plain SQL. */
export function createDataSource(url: string): DataSource {
  return new DataSource(dataSourceOptions(url));
}

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
