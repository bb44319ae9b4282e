import { Socket } from 'node:net';
import type { ClientBase } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Foundation1700000000001 } from './migrations/1-foundation.js';
import { PaymentSandbox1700000000002 } from './migrations/2-payment-sandbox.js';
import { Money1700000000003 } from './migrations/3-money.js';
import { Cards1700000000004 } from './migrations/4-cards.js';
import { Accounts1700000000005 } from './migrations/5-accounts.js';
import { Mail1700000000006 } from './migrations/6-mail.js';
import { Favourites1700000000007 } from './migrations/7-favourites.js';
import { Chat1700000000008 } from './migrations/8-chat.js';
import { Sales1700000000009 } from './migrations/9-sales.js';
import { OrdersTogether1700000000010 } from './migrations/10-orders-together.js';
import { Audit1700000000011 } from './migrations/11-audit.js';
import { Days1700000000012 } from './migrations/12-days.js';
import { BackOfficeOrders1700000000015 } from './migrations/15-back-office-orders.js';
import { Shelves1700000000016 } from './migrations/16-shelves.js';
import { ProductVersions1700000000013 } from './migrations/13-product-versions.js';
import { Imports1700000000014 } from './migrations/14-imports.js';
import { AiSearch1700000000017 } from './migrations/17-ai-search.js';
import { Proofs1700000000018 } from './migrations/18-proofs.js';
import { CardReturns1700000000019 } from './migrations/19-card-returns.js';
import { CardEvents1700000000020 } from './migrations/20-card-events.js';
import { Debts1700000000021 } from './migrations/21-debts.js';
import { WantedEngines1700000000022 } from './migrations/22-wanted-engines.js';
import { KeptEvents1700000000023 } from './migrations/23-kept-events.js';
import { DebtsByUser1700000000024 } from './migrations/24-debts-by-user.js';
import { SignIns1700000000027 } from './migrations/27-sign-ins.js';
import { TwoFactor1700000000028 } from './migrations/28-two-factor.js';
import { PaymentsAndCancellations1700000000029 } from './migrations/29-payments-and-cancellations.js';
import { CostIndexes1700000000025 } from './migrations/25-cost-indexes.js';
import { UnpaidOrders1700000000031 } from './migrations/31-unpaid-orders.js';
import { SharedPool } from './shared-pool.js';
import { SnakeNaming } from './snake-naming.js';

/** How a process shares its connections. */
interface PoolSettings {
  max?: number;
  keepsPlaces?: boolean;
}

const DEFAULT_POOL = 15;
const MIGRATION_LOCK = 770_001;
const STATEMENT_MS = 30_000;
/** PostgreSQL ends a statement before its time-out and this; a connection that says nothing for so long is dead. */
const GRACE_MS = 5_000;

/**
 * Options of every connection of the shop; the application adds its entities. Times are UTC throughout. The connections
 * work as the role `may_app`, which cannot rewrite a record, where the migrations could make it.
 * @param settings.max how many connections there are at most
 * @param settings.keepsPlaces whether some of them are kept for payments, see `SharedPool`
 */
export function dataSourceOptions(url: string, { max = DEFAULT_POOL, keepsPlaces = false }: PoolSettings = {}) {
  const owner = ownerOptions(url);
  const stream = () => openSocket(STATEMENT_MS);
  return {
    ...owner,
    driver: { Pool: SharedPool },
    extra: { ...owner.extra, max, keepsPlaces, onConnect: takeApplicationRole, stream },
  };
}

function ownerOptions(url: string) {
  return {
    type: 'postgres',
    url,
    migrations: [
      Foundation1700000000001,
      PaymentSandbox1700000000002,
      Money1700000000003,
      Cards1700000000004,
      Accounts1700000000005,
      Mail1700000000006,
      Favourites1700000000007,
      Chat1700000000008,
      Sales1700000000009,
      OrdersTogether1700000000010,
      Audit1700000000011,
      Days1700000000012,
      BackOfficeOrders1700000000015,
      Shelves1700000000016,
      ProductVersions1700000000013,
      Imports1700000000014,
      AiSearch1700000000017,
      Proofs1700000000018,
      CardReturns1700000000019,
      CardEvents1700000000020,
      Debts1700000000021,
      WantedEngines1700000000022,
      KeptEvents1700000000023,
      DebtsByUser1700000000024,
      SignIns1700000000027,
      TwoFactor1700000000028,
      PaymentsAndCancellations1700000000029,
      CostIndexes1700000000025,
      UnpaidOrders1700000000031,
    ],
    migrationsTableName: 'migrations',
    synchronize: false,
    namingStrategy: new SnakeNaming(),
    extra: {
      connectionTimeoutMillis: 10_000,
      application_name: 'may',
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: 30_000,
      lock_timeout: 10_000,
    },
  } satisfies DataSourceOptions;
}

/** The server's own timeouts say nothing when the way to it is broken: then the request would wait for ever. */
function openSocket(statementMs: number): Socket {
  const longestSilence = statementMs + GRACE_MS;
  const socket = new Socket();
  return socket.setTimeout(longestSilence, () => {
    const silent = new Error(`The database said nothing for ${longestSilence / 1_000} s`);
    socket.destroy(Object.assign(silent, { code: 'ETIMEDOUT' }));
  });
}

/**
 * A connection beside those of a data source, for plain SQL that may take longer than a request.
 * @param statementMs when PostgreSQL ends one of its statements
 */
export function createPatientDataSource({ options }: DataSource, statementMs: number): Promise<DataSource> {
  const { extra, ...rest } = options as ReturnType<typeof dataSourceOptions>;
  const stream = () => openSocket(statementMs);
  const patient = { ...extra, max: 1, keepsPlaces: false, statement_timeout: statementMs, stream };
  return new DataSource({ ...rest, migrations: [], extra: patient }).initialize();
}

async function takeApplicationRole(client: ClientBase): Promise<void> {
  await client.query(
    `SELECT set_config('role', rolname, false) FROM pg_roles
     WHERE rolname = 'may_app' AND pg_has_role(rolname, 'MEMBER')
       AND has_schema_privilege(rolname, 'public', 'USAGE')
       AND has_table_privilege(rolname, to_regclass('orders'), 'INSERT')`,
  );
}

/** A data source of the database's owner, for migrations: no entities, plain SQL. */
export function createOwnerDataSource(url: string): DataSource {
  return new DataSource(ownerOptions(url));
}

/** A data source for scripts: no entities, plain SQL. */
export function createDataSource(url: string): DataSource {
  return new DataSource(dataSourceOptions(url));
}

/**
 * Brings the schema up to date. Safe to call from several processes at once: they take turns on an advisory lock.
 * @param source the owner's
 * @returns the names of the migrations that were run, none when the schema was up to date
 */
export async function migrate(source: DataSource): Promise<string[]> {
  const runner = source.createQueryRunner();
  await runner.connect();
  try {
    // Waiting for another process's migrations may take longer than a request may.
    await runner.query('SET lock_timeout = 0; SET statement_timeout = 0');
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = await source.runMigrations({ transaction: 'all' });
    return done.map((migration) => migration.name);
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await runner.query('RESET lock_timeout; RESET statement_timeout').catch(() => undefined);
    await runner.release();
  }
}
