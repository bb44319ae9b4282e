import { runMigrations } from 'bullmq';
import pg from 'pg';
import { QUEUE_SCHEMA } from '../../../src/platform/queue/queue.js';
import { createOwnerDataSource } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/migrations.js';
import { connected } from './query.js';

/** An arbitrary number, equal in all workers: the advisory lock for creating the template. */
const TEMPLATE_LOCK = 7_301_845;

/**
 * Creates the database of a test file. The first caller of a run migrates a template; every further database is a copy of it,
 * which takes well under 0.1 s. A worker's next file gets a new copy, so files never see each other's rows.
 *
 * @returns its postgres:// URL; the database is dropped when the run ends
 */
export async function testDatabase(): Promise<string> {
  const { MAY_TEST_SERVER: server, MAY_TEST_RUN: run, JEST_WORKER_ID: worker = '1' } = process.env;
  if (!server || !run)
    throw new Error('testDatabase() is for the tests of the project "api" in backend/jest.config.mjs');
  const template = `${run}_template`;
  const name = `${run}_${worker}`;
  await connected(server, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (existing.rowCount === 0) await makeTemplate(client, server, template);
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  return urlOf(server, name);
}

/** Creates an empty database, for tests of migrations. */
export async function emptyDatabase(): Promise<string> {
  // Creates the role that all databases share, so that migrations do not create it concurrently.
  await testDatabase();
  return databaseBeside();
}

/** Creates an empty database beside that of an open shop. */
export async function databaseBeside(): Promise<string> {
  const { MAY_TEST_SERVER: server = '', MAY_TEST_RUN: run, JEST_WORKER_ID: worker = '1' } = process.env;
  const name = `${run}_${worker}_empty`;
  await connected(server, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  });
  return urlOf(server, name);
}

async function makeTemplate(client: pg.Client, server: string, template: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${template}_new`);
  await client.query(`CREATE DATABASE ${template}_new TEMPLATE template0`);
  const url = urlOf(server, `${template}_new`);
  const source = await createOwnerDataSource(url).initialize();
  await migrate(source);
  await source.destroy();
  // Otherwise the shop would create it in every copy.
  if (!process.env.REDIS_URL) await connected(url, (client) => runMigrations(client, QUEUE_SCHEMA));
  // Only a complete template gets the name that the other workers wait for.
  await client.query(`ALTER DATABASE ${template}_new RENAME TO ${template}`);
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
