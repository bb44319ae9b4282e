// @ts-check
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError } from '../launch-error.mjs';
import { isRunning } from './processes.mjs';

/** The holder renews the lock this often; a lock that was not renewed for STALE_MS is free. */
const RENEW_MS = 1_000;
const STALE_MS = 6_000;

/**
 * Runs `work` while holding a lock that is a file. The lock of a process that died is taken over: at once when its pid
 * is gone, after STALE_MS when the pid has been given to another process meanwhile (common in containers).
 *
 * @template T
 * @param {string} file where the lock is; its folder must exist
 * @param {() => T | Promise<T>} work
 * @param {number} [timeoutMs] how long to wait for another holder
 * @returns {Promise<T>} the result of `work`
 */
export async function withFileLock(file, work, timeoutMs = 120_000) {
  const token = `${process.pid} ${randomUUID()}`;
  const end = Date.now() + timeoutMs;
  while (!tryToTake(file, token)) {
    if (Date.now() > end) throw new LaunchError(`Another start of the shop holds ${file}; wait for it or end it.`);
    await sleep(50);
  }
  const renewal = setInterval(() => renew(file), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    if (read(file) === token) rmSync(file, { force: true });
  }
}

/**
 * @param {string} file
 * @param {string} token
 * @returns {boolean}
 */
function tryToTake(file, token) {
  const holder = read(file);
  if (holder !== undefined) {
    if (isHeld(file, holder)) return false;
    discard(file, holder);
  }
  // A hard link appears whole and only where nothing was: no moment at which the lock is there but empty.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, token);
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * @param {string} file
 * @param {string} holder
 * @returns {boolean}
 */
function isHeld(file, holder) {
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return isRunning(Number.parseInt(holder, 10)) && age < STALE_MS;
}

/**
 * Removes the lock of a dead holder. Of several processes that try, one moves it; one that moved a newer lock puts it back.
 *
 * @param {string} file
 * @param {string} holder
 */
function discard(file, holder) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== holder) linkSync(aside, file);
  } catch {
    // Another one was faster; the next try sees its lock.
  }
  rmSync(aside, { force: true });
}

/** @param {string} file */
function renew(file) {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // The folder was deleted meanwhile: nothing is left to guard.
  }
}

/**
 * @param {string} file
 * @returns {string | undefined}
 */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
