// @ts-check
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { startChild } from '../../backend/launch/processes/children.mjs';
import { startEmbeddedPostgres } from '../../backend/launch/postgres/embedded-postgres.mjs';
import { freePort } from '../../backend/launch/processes/ports.mjs';
import { buildIfChanged, install } from '../../backend/launch/build/prepare.mjs';
import { ROOT } from '../../backend/launch/settings.mjs';
import { childrenOf } from './process-stats.mjs';
import { temporaryDataDir } from './temporary-data-dir.mjs';

/**
 * @typedef {object} Backend
 * @property {string} origin
 * @property {string} databaseUrl
 * @property {NodeJS.ProcessEnv} env its environment, for other processes of the same shop
 * @property {string} secret that signs its tokens
 * @property {() => number} pid on Linux
 */

/**
 * Builds the shop and starts its backend alone, with a database of its own and without limits on calls.
 *
 * @param {(stop: () => Promise<void>) => void} onStop receives functions that stop it and clean up
 * @param {object} [options]
 * @param {'none' | 'demo'} [options.seed]
 * @param {string} [options.dataDir] of an existing shop, which is not deleted
 * @param {(env: NodeJS.ProcessEnv) => Promise<void>} [options.fill] changes the database before the backend starts
 * @param {string[]} [options.execArgv] flags for node
 * @returns {Promise<Backend>}
 */
export async function startBackend(onStop, { seed = 'none', dataDir, fill, execArgv } = {}) {
  await install();
  await buildIfChanged();
  const folder = dataDir ?? temporaryDataDir(onStop);
  const database = await startEmbeddedPostgres({ dataDir: folder });
  onStop(database.stop);
  const port = await freePort();
  const secret = randomBytes(32).toString('hex');
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    BACKEND_PORT: String(port),
    JWT_SECRET: secret,
    SEED: seed,
    RATE_LIMIT: 'off',
  };
  await fill?.(env);
  const backend = startChild('backend', 'dist/backend/main.js', { env, execArgv });
  onStop(backend.stop);
  await backend.ready;
  return {
    origin: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    env,
    secret,
    pid: () => childrenOf(process.pid).find(({ command }) => command.endsWith('dist/backend/main.js'))?.pid ?? NaN,
  };
}

/**
 * Fills a database with the demo and a large shop.
 *
 * @param {NodeJS.ProcessEnv} env of the shop
 * @param {{ products: number, orders?: number, transactions?: number }} scale
 */
export async function seedShop(env, scale) {
  const script = path.join(ROOT, 'dist/backend/src/commands/seed.js');
  const counts = Object.entries(scale).map(([what, count]) => `${what}=${count}`);
  const seed = fork(script, ['--scale', counts.join(',')], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [code] = await once(seed, 'exit');
  if (code !== 0) throw new Error(`The seed ended with ${code}.`);
}
