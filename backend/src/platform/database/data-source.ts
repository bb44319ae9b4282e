import { Logger } from '@nestjs/common';
import { Socket } from 'node:net';
import pg, { type ClientBase } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { reasonOfError } from '../errors/error-sentence.js';
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

/** Creates a data source for scripts: no entities, plain SQL. */
export function createDataSource(url: string): DataSource {
  return new DataSource(dataSourceOptions(url));
}
