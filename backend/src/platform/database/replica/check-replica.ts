import pg from 'pg';
import type { Config } from '../../config/config.js';
import { reasonOfError } from '../../errors/error-sentence.js';
import { readPosition, readReplayed, type PositionRow } from './log-position.sql.js';

const TIMEOUT_MS = 5_000;
/** invalid_authorization_specification, invalid_password, invalid_catalog_name: the server answers, and the URL is wrong. */
const IS_REFUSAL = new Set(['28000', '28P01', '3D000']);

/**
 * Asks a configured replica once, at the start of the backend. When it does not answer, a warning is printed and the shop starts:
 * the primary answers all reads until it is there.
 * @throws Error with one sentence when it is no replica of this database, or refuses the user
 */
export async function checkReplica({ replica, directDatabaseUrl }: Config): Promise<void> {
  if (!replica) return;
  const { host } = new URL(replica.url);
  let replayed: Awaited<ReturnType<typeof readReplayed>>;
  try {
    replayed = await withConnection(replica.url, readReplayed);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = reasonOfError(error);
    if (IS_REFUSAL.has(code))
      throw new Error(`DATABASE_REPLICA_URL is refused (${host}): ${reason}.`, { cause: error });
    console.error(
      `DATABASE_REPLICA_URL cannot be reached (${host}): ${reason}. DATABASE_URL answers all reads until it can.`,
    );
    return;
  }
  const must = 'name a streaming replica of the server of DATABASE_URL, or leave DATABASE_REPLICA_URL out';
  if (!replayed) throw new Error(`DATABASE_REPLICA_URL leads to a server that is no replica (${host}): ${must}.`);
  const { identity } = await withConnection(directDatabaseUrl, readPosition);
  if (identity !== replayed.identity)
    throw new Error(`DATABASE_REPLICA_URL leads to a replica of another database (${host}): ${must}.`);
}

async function withConnection<T>(
  url: string,
  read: (ask: (sql: string) => Promise<PositionRow[]>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await read(async (sql) => (await client.query<PositionRow>(sql)).rows);
  } finally {
    await client.end().catch(() => undefined);
  }
}
