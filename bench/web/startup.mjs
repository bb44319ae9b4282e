// @ts-check
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ROOT } from '../../backend/launch/settings.mjs';
import { startBareServer } from './bare.mjs';
import { startShop } from '../support/shop.mjs';
import { spread } from '../support/statistics.mjs';

/**
 * @typedef {object} Startup in milliseconds
 * @property {number} first `npm start` with an empty DATA_DIR until the home page is answered: makes the database
 *   cluster, migrates, seeds. The build was there.
 * @property {import('../support/statistics.mjs').Spread} again the same with the data of the first start
 * @property {import('../support/statistics.mjs').Spread} bare a node:http server until it answers
 * @property {import('../support/statistics.mjs').Spread} ratio again to bare, of the same round
 */

/**
 * @param {string} dataDir empty
 * @param {number} rounds of later starts
 * @returns {Promise<Startup>}
 */
export async function measureStartup(dataDir, rounds) {
  const first = await startOnce(dataDir);
  const again = [];
  /** @type {number[]} */
  const bare = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(await startBare());
    again.push(await startOnce(dataDir));
  }
  const ratio = spread(again.map((time, round) => time / /** @type {number} */ (bare[round])));
  return { first, again: spread(again), bare: spread(bare), ratio };
}

/**
 * Compares the backend's joined files with the same code as separate modules: how long Node takes to load each. Without
 * DATABASE_URL the backend complains as soon as all its modules are loaded, and that is waited for.
 *
 * @param {number} rounds
 * @returns {Promise<{ joined: import('../support/statistics.mjs').Spread, separate: import('../support/statistics.mjs').Spread,
 *   ratio: import('../support/statistics.mjs').Spread }>} milliseconds, and separate in relation to joined
 */
export async function compareLoading(rounds) {
  /** @type {number[]} */
  const joined = [];
  const separate = [];
  for (let round = 0; round < rounds; round++) {
    separate.push(await loadOnce('dist/backend/src/main.js'));
    joined.push(await loadOnce('dist/backend/main.js'));
  }
  const ratio = spread(separate.map((time, round) => time / /** @type {number} */ (joined[round])));
  return { joined: spread(joined), separate: spread(separate), ratio };
}

/** @param {string} dataDir */
async function startOnce(dataDir) {
  const shop = await startShop(dataDir);
  await shop.stop();
  return shop.readyAfter;
}

async function startBare() {
  const begin = performance.now();
  const server = await startBareServer();
  await (await fetch(server.origin)).arrayBuffer();
  const time = performance.now() - begin;
  await server.stop();
  return time;
}

/** @param {string} script */
async function loadOnce(script) {
  const env = { ...process.env, DATABASE_URL: undefined };
  const begin = performance.now();
  const child = fork(path.join(ROOT, script), { env, execArgv: ['--enable-source-maps'], silent: true });
  if (child.stderr) await once(child.stderr, 'data');
  const time = performance.now() - begin;
  await once(child, 'exit');
  return time;
}
