// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../processes/processes.mjs';
import { RestartPolicy, crashedTooOften, restartSentence } from '../processes/restarts.mjs';

/** How often the embedded PostgreSQL is checked. */
const POLL_MS = 500;
/** How long a process waits for the database. Then it starts all the same, and prints itself what is wrong. */
const TIMEOUT_MS = 60_000;

/** @typedef {import('./embedded-postgres.mjs').EmbeddedPostgres} EmbeddedPostgres */

/**
 * @typedef {object} Database
 * @property {string} url
 * @property {Promise<import('../launch-error.mjs').LaunchError>} failed resolves when it crashed too often
 * @property {() => Promise<unknown>} whenUp
 */

/**
 * The URL of the shop's database: DATABASE_URL, or that of the embedded PostgreSQL, which is started and, when the
 * command ends, stopped.
 *
 * @param {{ dataDir: string, databaseUrl?: string }} settings
 * @param {Pick<import('../launcher.mjs').Run, 'onStop'>} run
 * @returns {Promise<string>}
 */
export async function openDatabase({ dataDir, databaseUrl }, { onStop }) {
  if (databaseUrl) return databaseUrl;
  const server = await start(dataDir);
  onStop(server.stop);
  return server.url;
}

/**
 * The same for a long-running command: an embedded PostgreSQL that crashes is restarted on the same port.
 *
 * @param {{ dataDir: string, databaseUrl?: string }} settings
 * @param {Pick<import('../launcher.mjs').Run, 'onStop'>} run
 * @returns {Promise<Database>}
 */
export async function keepDatabase({ dataDir, databaseUrl }, { onStop }) {
  if (databaseUrl) return { url: databaseUrl, failed: new Promise(() => {}), whenUp: async () => {} };
  const server = await start(dataDir);
  const stopping = new AbortController();
  const state = { isUp: true };
  const watching = watch(server, state, stopping.signal);
  onStop(async () => {
    stopping.abort();
    await watching.catch(() => undefined);
    await server.stop();
  });
  return {
    url: server.url,
    failed: watching.catch((error) => {
      if (stopping.signal.aborted) return new Promise(() => {});
      throw error;
    }),
    whenUp: () => waitUntil(() => state.isUp && server.isUp(), TIMEOUT_MS),
  };
}

/** @param {string} dataDir */
async function start(dataDir) {
  // Loaded here, because it needs packages that a first start has yet to install.
  const { startEmbeddedPostgres } = await import('./embedded-postgres.mjs');
  return startEmbeddedPostgres({ dataDir });
}

/**
 * @param {EmbeddedPostgres} server
 * @param {{ isUp: boolean }} state whether it accepts connections, as far as is known; updated here
 * @param {AbortSignal} signal ends it
 */
async function watch(server, state, signal) {
  const policy = new RestartPolicy();
  for (;;) {
    await sleep(POLL_MS, undefined, { signal });
    if (server.isUp()) {
      // Also after a revival that took too long.
      state.isUp = true;
      continue;
    }
    state.isUp = false;
    const pause = policy.crashed();
    if (pause === undefined) return crashedTooOften('database');
    console.error(`The database is gone. ${restartSentence(pause)}`);
    await sleep(pause, undefined, { signal });
    try {
      await server.revive();
      state.isUp = true;
      console.error('The database works again.');
    } catch (error) {
      console.error(/** @type {Error} */ (error).message);
    }
    policy.started();
  }
}
