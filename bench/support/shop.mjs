// @ts-check
import { fork } from 'node:child_process';
import path from 'node:path';
import { freePort } from '../../backend/launch/processes/ports.mjs';
import { ROOT } from '../../backend/launch/settings.mjs';
import { childrenOf } from './process-stats.mjs';

/**
 * @typedef {object} Shop
 * @property {string} url the public origin
 * @property {string} backendUrl the backend's own port
 * @property {Record<'backend' | 'web' | 'worker', number>} pids
 * @property {number} readyAfter milliseconds from `npm start` until the home page answered with 200
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the whole shop as `npm start` does, with the demo catalogue, on free ports.
 *
 * @param {string} dataDir empty for a first start
 * @param {Record<string, string>} [settings] more of the environment
 * @returns {Promise<Shop>}
 */
export async function startShop(dataDir, settings = {}) {
  const backendPort = await freePort();
  // Assigned, not spread: Remix's types restrict NODE_ENV to three values.
  const env = Object.assign({}, process.env, {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: '0',
    BACKEND_PORT: String(backendPort),
    DATA_DIR: dataDir,
    SEED: 'demo',
    RATE_LIMIT: 'off',
    ...settings,
  });
  const begin = performance.now();
  const launcher = fork(path.join(ROOT, 'backend/launch/start.mjs'), {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => launcher.once('exit', resolve));
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    launcher.on('message', (/** @type {{ url?: string }} */ message) => message.url && resolve(message.url));
    void ended.then((code) => reject(new Error(`The shop did not start (code ${code}).`)));
  });
  const home = await fetch(url);
  await home.arrayBuffer();
  if (home.status !== 200) throw new Error(`The home page answered ${home.status}.`);
  const readyAfter = performance.now() - begin;

  return {
    url,
    backendUrl: `http://127.0.0.1:${backendPort}`,
    pids: findProcesses(Number(launcher.pid)),
    readyAfter,
    async stop() {
      if (launcher.connected) launcher.disconnect();
      await ended;
    },
  };
}

/**
 * @param {number} launcher its pid
 * @returns {Shop['pids']}
 */
function findProcesses(launcher) {
  const processes = childrenOf(launcher);
  const pidOf = (/** @type {string} */ script) => {
    const found = processes.find(({ command }) => command.endsWith(script));
    if (!found) throw new Error(`No process runs ${script}.`);
    return found.pid;
  };
  return {
    backend: pidOf('/backend/main.js'),
    web: pidOf('/web/server.js'),
    worker: pidOf('/backend/worker.js'),
  };
}
