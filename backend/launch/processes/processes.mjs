// @ts-check
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Whether a process runs. A zombie (dead, but not yet collected by its parent) does not: it answers signals, yet holds
 * nothing.
 *
 * @param {number} pid
 * @returns {boolean}
 */
export function isRunning(pid) {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * When a process started, to tell it from a later one with the same pid.
 *
 * @param {number} pid
 * @returns {string} in ticks since the machine started; empty where only Linux would tell, or when it does not run
 */
export function startOf(pid) {
  try {
    // The name, in brackets, may have spaces; the start is the 22nd field.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/**
 * Whether a process is the PostgreSQL server of a data folder, and not another process that has got its pid, such as
 * another shop's PostgreSQL.
 *
 * @param {number} pid
 * @param {string} data the data folder; only Linux shows which one a server has
 * @returns {boolean}
 */
export function isPostgres(pid, data) {
  if (!isRunning(pid)) return false;
  try {
    if (process.platform === 'linux') {
      const name = readFileSync(`/proc/${pid}/comm`, 'utf8');
      return name.startsWith('postgres') && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
    }
    if (process.platform === 'win32') {
      return /postgres/i.test(execFileSync('tasklist', ['/nh', '/fi', `PID eq ${pid}`], { encoding: 'utf8' }));
    }
    return /postgres/.test(execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return false;
  }
}

/**
 * Runs a program to its end.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import('node:child_process').ExecFileOptions} [options]
 * @returns {Promise<string>} what it printed
 * @throws {Error} with the program's name and its output
 */
export function run(file, args, options) {
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...options, encoding: 'utf8' }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      reject(new Error(`${path.basename(file)} failed: ${(stderr || stdout || error.message).trim()}`));
    });
  });
}

/**
 * Polls a condition until it holds.
 *
 * @param {() => boolean | Promise<boolean>} condition
 * @param {number} limit in milliseconds
 * @returns {Promise<boolean>} false after the limit
 */
export async function waitUntil(condition, limit) {
  for (const end = Date.now() + limit; Date.now() < end; await sleep(50)) {
    if (await condition()) return true;
  }
  return condition();
}
