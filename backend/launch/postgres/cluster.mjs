// @ts-check
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LaunchError } from '../launch-error.mjs';
import { freePort } from '../processes/ports.mjs';
import { isPostgres, isRunning, run, waitUntil } from '../processes/processes.mjs';

/**
 * One PostgreSQL cluster; the callers of the functions below hold its lock.
 *
 * @typedef {object} Cluster
 * @property {string} home the folder of everything below, owned by the account
 * @property {string} data PostgreSQL's own data folder
 * @property {import('./binaries.mjs').Account} account
 * @property {{ initdb: string, pg_ctl: string }} programs
 */

const USER = 'may';
/** After a power cut a server first replays what it had not written to its files, longer than a minute on a slow disk. */
const START_SECONDS = 600;
/** How long a server may give no answer, not even that it replays. */
const SILENT_SECONDS = 60;
const STOP_SECONDS = 30;
/** PostgreSQL's error code of a server that starts, replays or ends. */
const CANNOT_CONNECT_NOW = '57P03';
const ATTEMPTS = 10;

/**
 * Makes the cluster aside and moves it into place when it is complete, so that a killed start leaves none half-made. The
 * password lies inside, so that cluster and password always belong together.
 *
 * @param {Cluster} cluster
 * @param {string[]} locale options of initdb
 */
export async function makeCluster({ home, data, account, programs }, locale) {
  const aside = path.join(home, 'cluster.new');
  const password = path.join(home, 'password.new');
  rmSync(aside, { recursive: true, force: true });
  writeFileSync(password, randomBytes(18).toString('base64url'), { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(password, account.uid, account.gid);
  const access = ['--auth=scram-sha-256', `--username=${USER}`, `--pwfile=${password}`];
  const options = ['--encoding=UTF8', ...locale, ...access, '--no-instructions'];
  await run(programs.initdb, ['-D', aside, ...options], { ...account, cwd: home });
  renameSync(password, passwordFile(aside));
  renameSync(aside, data);
}

/**
 * Finds out whether a server of this cluster already runs. A `postmaster.pid` that belongs to no living server is
 * removed: PostgreSQL does that itself only when the pid is free, not when it is a zombie's or somebody else's.
 *
 * @param {Cluster} cluster
 * @returns {Promise<number | undefined>} its port
 */
export async function runningPort(cluster) {
  const file = path.join(cluster.data, 'postmaster.pid');
  const found = readPostmaster(file);
  if (!found) return undefined;
  let port = /** @type {number | undefined} */ (undefined);
  let heardAt = Date.now();
  await waitUntil(async () => {
    if (!isPostgres(found.pid, cluster.data)) return true;
    // The server may be coming up or going down: its port is written late, and its answer changes meanwhile.
    const now = readPostmaster(file)?.port;
    const answer = now ? await answerOf(cluster, now) : 'none';
    if (answer === 'ready') port = now;
    if (answer === 'starting') heardAt = Date.now();
    return port !== undefined || Date.now() - heardAt > SILENT_SECONDS * 1000;
  }, START_SECONDS * 1000);
  if (port === undefined) {
    if (isPostgres(found.pid, cluster.data))
      throw new LaunchError(`A PostgreSQL of ${cluster.data} (process ${found.pid}) hangs: end it.`);
    rmSync(file, { force: true });
  }
  return port;
}

/**
 * Whether the server runs, judged by its pid.
 *
 * @param {Cluster} cluster
 * @returns {boolean}
 */
export function isServerUp({ data }) {
  const found = readPostmaster(path.join(data, 'postmaster.pid'));
  return found !== undefined && isRunning(found.pid);
}

/**
 * @param {string} file postmaster.pid: the pid on its first line, the port on its fourth
 * @returns {{ pid: number, port: number } | undefined}
 */
function readPostmaster(file) {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
}

/**
 * What the server at a port says.
 *
 * @param {Cluster} cluster
 * @param {number} port
 * @returns {Promise<'ready' | 'starting' | 'none'>} `none` also of another cluster's; `starting` of one that replays or ends
 */
async function answerOf(cluster, port) {
  try {
    const [row] = await query(cluster, port, 'SHOW data_directory');
    const isOurs = row?.data_directory !== undefined && realpathSync(row.data_directory) === realpathSync(cluster.data);
    return isOurs ? 'ready' : 'none';
  } catch (error) {
    return /** @type {{ code?: string }} */ (error).code === CANNOT_CONNECT_NOW ? 'starting' : 'none';
  }
}

/**
 * Starts the server on a port of 127.0.0.1.
 *
 * @param {Cluster} cluster
 * @param {Record<string, string>} settings
 * @param {number} [wanted] the port it had before; a free one without it
 * @returns {Promise<number>} the port
 */
export async function startServer({ home, data, account, programs }, settings, wanted) {
  const log = path.join(home, 'postgres.log');
  for (let attempt = 1; ; attempt++) {
    rmSync(log, { force: true });
    const port = wanted ?? (await freePort());
    const all = { port, listen_addresses: '127.0.0.1', max_connections: 100, log_checkpoints: 'off', ...settings };
    const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
    if (process.platform !== 'win32') options.push('-c unix_socket_directories=');
    try {
      const start = ['start', '-D', data, '-l', log, '-w', '-t', String(START_SECONDS), '-o', options.join(' ')];
      await run(programs.pg_ctl, start, { ...account, cwd: home });
      return port;
    } catch (error) {
      const words = existsSync(log) ? readFileSync(log, 'utf8').slice(-1_500) : '';
      // Somebody may take the port between our look and PostgreSQL's; a killed server's children take a moment to end.
      if (attempt < ATTEMPTS && /could not bind|Address already in use|pre-existing shared memory/i.test(words)) {
        await sleep(500);
        continue;
      }
      throw new Error(`PostgreSQL did not start. ${/** @type {Error} */ (error).message}\n${words}`, { cause: error });
    }
  }
}

/**
 * Makes a database if it is missing.
 *
 * @param {Cluster} cluster
 * @param {number} port
 * @param {string} name
 */
export async function makeDatabase(cluster, port, name) {
  const found = await query(cluster, port, 'SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (found.length === 0) await query(cluster, port, `CREATE DATABASE ${pg.escapeIdentifier(name)}`);
}

/**
 * Stops the server, ending its connections in order.
 *
 * @param {Cluster} cluster
 */
export async function stopServer({ home, data, account, programs }) {
  if (!existsSync(path.join(data, 'postmaster.pid'))) return;
  const stop = ['stop', '-D', data, '-m', 'fast', '-w', '-t', String(STOP_SECONDS)];
  await run(programs.pg_ctl, stop, { ...account, cwd: home });
}

/**
 * @param {Cluster} cluster
 * @param {number} port
 * @param {string} sql
 * @param {unknown[]} [values]
 * @returns {Promise<Record<string, string>[]>} rows, asked in the database `postgres`
 */
async function query(cluster, port, sql, values) {
  const client = new pg.Client({ connectionString: urlOf(cluster, port, 'postgres'), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // A connection that breaks fails the query as well.
  try {
    await client.connect();
    /** @type {pg.QueryResult<Record<string, string>>} */
    const { rows } = await client.query(sql, values);
    return rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * @param {Cluster} cluster
 * @param {number} port
 * @param {string} database
 * @returns {string} its postgres:// URL, password and all
 */
export function urlOf(cluster, port, database) {
  const password = readFileSync(passwordFile(cluster.data), 'utf8').trim();
  return `postgres://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** @param {string} data */
function passwordFile(data) {
  return path.join(data, 'launcher-password');
}
