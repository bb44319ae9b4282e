// @ts-check
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { LaunchError, asLaunchError } from '../launch-error.mjs';

/** @typedef {import('./binaries.mjs').Account} Account */

/** Where root keeps a cluster whose data folder PostgreSQL's account cannot enter. */
const OUTSIDE = '/var/lib/may';

/**
 * The folder of the embedded database, `<dataDir>/postgres`, and the account that PostgreSQL runs as.
 *
 * PostgreSQL refuses to run as root. Root therefore runs it as the folder's owner, or, the first time, as `postgres` or
 * `nobody`; no account is ever made. Where that account cannot enter the data folder (under root's home, say), the folder
 * lies in /var/lib/may and `<dataDir>/postgres` is a link to it.
 *
 * @param {string} dataDir the shop's data folder, made if missing
 * @returns {{ home: string, account: Account }} the folder, without links in its path
 * @throws {LaunchError} when it cannot be written
 */
export function postgresHome(dataDir) {
  const folder = path.join(dataDir, 'postgres');
  try {
    makeFolder(folder);
    if (process.getuid?.() !== 0) {
      chmodSync(folder, 0o700);
      return { home: realpathSync(folder), account: {} };
    }
    return homeForRoot(folder);
  } catch (error) {
    // Below a read-only file system, making a folder fails with ENOENT.
    const isReadOnly = /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT';
    throw asLaunchError(isReadOnly ? { code: 'EROFS' } : error, dataDir);
  }
}

/** @param {string} folder */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  mkdirSync(path.dirname(folder), { recursive: true });
  try {
    // A link whose target was deleted: make the target again.
    mkdirSync(readlinkSync(folder), { recursive: true });
  } catch {
    mkdirSync(folder, { recursive: true });
  }
}

/**
 * @param {string} folder
 * @returns {{ home: string, account: Account }}
 */
function homeForRoot(folder) {
  const { uid, gid } = statSync(folder);
  const account = uid === 0 ? unprivilegedAccount() : { uid, gid };
  if (!canEnter(path.dirname(realpathSync(folder)), account)) moveOutside(folder);
  const home = realpathSync(folder);
  chownSync(home, account.uid, account.gid);
  chmodSync(home, 0o700);
  return { home, account };
}

/** @returns {Required<Account>} */
function unprivilegedAccount() {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new LaunchError(
    'PostgreSQL does not run as root, and there is neither an account postgres nor nobody: start the shop as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * @param {string} folder
 * @param {Account} account
 * @returns {boolean}
 */
function canEnter(folder, account) {
  return spawnSync('test', ['-x', folder], { ...account, cwd: '/' }).status === 0;
}

/** @param {string} folder an empty folder, which becomes a link */
function moveOutside(folder) {
  const outside = path.join(OUTSIDE, `postgres-${randomUUID()}`);
  mkdirSync(outside, { recursive: true, mode: 0o755 });
  rmdirSync(folder);
  symlinkSync(outside, folder);
}
