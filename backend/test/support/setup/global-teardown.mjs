// @ts-check
import { rmSync } from 'node:fs';
import pg from 'pg';

/** Drops this run's databases and stops the server that global-setup.mjs started. */
export default async function stopServer() {
  if (!process.env.MAY_TEST_SERVER) return;
  if (process.env.MAY_TEST_API_DOCUMENT) rmSync(process.env.MAY_TEST_API_DOCUMENT, { force: true });
  const client = new pg.Client(process.env.MAY_TEST_SERVER);
  await client.connect();
  const { rows } = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
    `${process.env.MAY_TEST_RUN}_`,
  ]);
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  await client.end();
  await globalThis.stopTestServer?.();
}
