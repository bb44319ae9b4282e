// @ts-check
import { fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../../backend/launch/processes/ports.mjs';
import { runSql } from './run-sql.mjs';

const LAUNCHER = path.resolve(import.meta.dirname, '../../../../backend/launch/start.mjs');

const METRICS_TOKEN = 'a-token-of-the-journeys';

/**
 * Starts a whole shop with the demo catalogue, on a free port, in a folder and, where DATABASE_URL names a server, in a
 * database that are deleted afterwards. With SHOP_URL set, the tests use the shop that runs there, and SHOP_DATA_DIR says
 * where it keeps its mails.
 */
export default async function startShop() {
  if (process.env.SHOP_URL) return;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'may-e2e-'));
  const backendPort = await freePort();
  // Assigned, not spread: Remix's types take NODE_ENV for one of three words.
  const env = Object.assign({}, process.env, {
    NODE_ENV: 'development',
    PORT: '0',
    DRAIN_SECONDS: '0',
    DATA_DIR: dataDir,
    SEED: 'demo',
    RATE_LIMIT: 'off',
    BACKEND_PORT: String(backendPort),
    METRICS_TOKEN,
    DATABASE_URL: await ownDatabase(process.env.DATABASE_URL),
  });
  const launcher = fork(LAUNCHER, { env, silent: true });
  let words = '';
  launcher.stdout?.on('data', (chunk) => (words += chunk));
  launcher.stderr?.on('data', (chunk) => (words += chunk));
  process.env.SHOP_URL = await new Promise((resolve, reject) => {
    launcher.once('message', (/** @type {{ url: string }} */ { url }) => resolve(url));
    launcher.once('exit', () => reject(new Error(`The shop did not start:\n${words}`)));
  });
  process.env.SHOP_DATA_DIR = dataDir;
  process.env.SHOP_METRICS_URL = `http://127.0.0.1:${backendPort}/metrics`;
  process.env.SHOP_METRICS_TOKEN = METRICS_TOKEN;
  globalThis.e2eShop = { launcher, dataDir };
}

/**
 * @param {string | undefined} server URL of a database there
 * @returns {Promise<string>} URL of a new one; none when the shop is to use its embedded PostgreSQL
 */
async function ownDatabase(server) {
  if (!server) return '';
  const url = new URL(server);
  url.pathname = `/may_e2e_${process.pid}`;
  await runSql(server, `CREATE DATABASE ${url.pathname.slice(1)}`);
  return url.href;
}
