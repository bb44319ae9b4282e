// @ts-check
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withFileLock } from '../processes/file-lock.mjs';
import { asLaunchError } from '../launch-error.mjs';
import { postgresBinaries, programsIn } from './binaries.mjs';
import { isServerUp, makeCluster, makeDatabase, runningPort, startServer, stopServer, urlOf } from './cluster.mjs';
import { postgresHome } from './home.mjs';
import { isRunning, startOf } from '../processes/processes.mjs';

/** @typedef {import('./cluster.mjs').Cluster} Cluster */

/** The same order of words on every platform, whatever its libraries. */
const BUILTIN_LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/**
 * @typedef {object} EmbeddedPostgres
 * @property {string} url postgres:// URL of the shop's database, its user a superuser
 * @property {boolean} adopted whether the server was already running
 * @property {() => boolean} isUp whether the server runs; cheap
 * @property {() => Promise<void>} revive restarts a crashed server on the same port, unless another process has
 * @property {() => Promise<void>} stop stops the server, unless another process still uses it
 */

/**
 * Starts the embedded PostgreSQL of a data folder, or joins the server that already runs there. It listens on 127.0.0.1
 * only, on a port of its own, and asks for a password that was made with the cluster. Safe to call from several
 * processes at once, and after any of them was killed: the server stops with its last running user.
 *
 * @param {object} options
 * @param {string} options.dataDir the shop's data folder; the cluster lies in `postgres` below it
 * @param {string} [options.database] made if it is missing
 * @param {Record<string, string>} [options.settings] more server settings, used when this call starts the server
 * @param {string} [options.bin] the programs of an installed PostgreSQL, to be used instead of the embedded one's
 * @returns {Promise<EmbeddedPostgres>}
 * @throws {LaunchError} a sentence for people: full disk, read-only folder, unsupported platform
 */
export async function startEmbeddedPostgres({ dataDir, database = 'may', settings = {}, bin }) {
  const { home, account } = postgresHome(path.resolve(dataDir));
  const lock = path.join(home, 'start.lock');
  try {
    return await withFileLock(lock, async () => {
      const programs = bin ? programsIn(bin) : postgresBinaries(home, account);
      const cluster = { home, data: path.join(home, 'cluster'), account, programs };
      if (!existsSync(cluster.data)) await makeCluster(cluster, bin ? ['--locale=C.UTF-8'] : BUILTIN_LOCALE);
      const running = await runningPort(cluster);
      const userFile = addUser(cluster);
      try {
        const port = running ?? (await startServer(cluster, settings));
        await makeDatabase(cluster, port, database);
        return {
          url: urlOf(cluster, port, database),
          adopted: running !== undefined,
          isUp: () => isServerUp(cluster),
          revive: () =>
            withFileLock(lock, async () => {
              if ((await runningPort(cluster)) === undefined) await startServer(cluster, settings, port);
            }),
          stop: () => withFileLock(lock, () => removeUser(cluster, userFile)),
        };
      } catch (error) {
        await removeUser(cluster, userFile);
        throw error;
      }
    });
  } catch (error) {
    throw asLaunchError(error, dataDir);
  }
}

/**
 * Records this process as a user of the server.
 *
 * @param {Cluster} cluster
 * @returns {string} the file that records it
 */
function addUser({ home }) {
  const file = path.join(home, 'users', `${process.pid}-${randomUUID()}`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, startOf(process.pid));
  return file;
}

/**
 * Whether the process that a file records still runs. One that was killed leaves its file, and another one may get its pid.
 *
 * @param {string} file
 * @returns {boolean}
 */
function isUser(file) {
  const pid = Number.parseInt(path.basename(file), 10);
  const start = readFileSync(file, 'utf8');
  return isRunning(pid) && (start === '' || start === startOf(pid));
}

/**
 * Removes a user's record, and stops the server when no other running process uses it.
 *
 * @param {Cluster} cluster
 * @param {string} userFile as `addUser` returned it
 */
async function removeUser(cluster, userFile) {
  if (!existsSync(userFile)) return;
  rmSync(userFile);
  const folder = path.dirname(userFile);
  const others = readdirSync(folder);
  if (others.some((name) => isUser(path.join(folder, name)))) return;
  for (const name of others) rmSync(path.join(folder, name), { force: true });
  await stopServer(cluster);
}
