// @ts-check
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../launch/postgres/embedded-postgres.mjs';
import { isRunning } from '../../../launch/processes/processes.mjs';
import { areTemporaryFilesInMemory } from '../../../launch/testing/memory-folder.mjs';

const CACHE = path.resolve(import.meta.dirname, '../../../../.cache');

/** A cluster in memory ends with the run; one on disk serves the next run too. */
const DATA_DIR = path.join(areTemporaryFilesInMemory() ? os.tmpdir() : CACHE, 'test');

/** Test databases need not survive a power cut, and provoked deadlocks need not last a second. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  deadlock_timeout: '100ms',
};

/**
 * Starts the PostgreSQL of the API tests, once for all workers: the embedded one, or the programs in TEST_POSTGRES_BIN; or uses
 * the server of DATABASE_URL (its user must be a superuser). The workers create databases of their own there (database.ts), and
 * touch no others.
 *
 * With SHOP_URL the tests call only that shop, and need no database.
 */
export default async function startServer() {
  const { TEST_POSTGRES_BIN: bin, DATABASE_URL, SHOP_URL } = process.env;
  if (SHOP_URL) {
    process.env.SHOP_TAKES_TEST_CARDS = String(await takesTestCards(SHOP_URL));
    return;
  }
  let url = bin ? undefined : DATABASE_URL;
  if (!url) {
    const server = await startEmbeddedPostgres({
      dataDir: bin ? `${DATA_DIR}-installed` : DATA_DIR,
      settings: FAST,
      bin,
    });
    url = server.url;
    globalThis.stopTestServer = server.stop;
  }
  await dropLeftovers(url);
  process.env.MAY_TEST_SERVER = url;
  process.env.MAY_TEST_RUN = `may_test_${process.pid}`;
  // The run's first test file writes it, and the others read it.
  process.env.MAY_TEST_API_DOCUMENT = path.join(CACHE, `openapi-${process.pid}.json`);
  mkdirSync(CACHE, { recursive: true });
  rmSync(process.env.MAY_TEST_API_DOCUMENT, { force: true });
}

/**
 * @param {string} shop its origin
 * @returns {Promise<boolean>} true when it uses the payment sandbox
 */
async function takesTestCards(shop) {
  const reply = await fetch(new URL('/api/settings/', shop));
  if (!reply.ok) throw new Error(`SHOP_URL answers ${reply.status} to GET /api/settings/.`);
  const { payment } = /** @type {{ payment: { script_url: string } }} */ (await reply.json());
  return payment.script_url.includes('/sandbox/');
}

/**
 * Drops the databases of runs that were killed.
 *
 * @param {string} url
 */
async function dropLeftovers(url) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(`SELECT datname FROM pg_database WHERE datname LIKE 'may\\_test\\_%'`);
  for (const { datname } of rows) {
    if (!isRunning(Number(datname.split('_')[2])))
      await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  }
  await client.end();
}
