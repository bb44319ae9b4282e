// @ts-check
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';

/*
 * Keeps what is measured and what measures it off each other's cores. On few cores a load generator otherwise takes the time
 * of the shop, and answers look late that only wait for the generator.
 */

const LAST_CORE = cpus().length - 1;
const canPin = LAST_CORE > 0 && has('taskset');

/**
 * Moves this process and those that it starts from now on to all cores but the last.
 *
 * @returns {boolean} false without `taskset` (util-linux) or a second core
 */
export function leaveLastCore() {
  if (canPin) pin(process.pid, LAST_CORE === 1 ? '0' : `0-${LAST_CORE - 1}`);
  return canPin;
}

/** Moves a load generator to the last core, if `leaveLastCore` could leave it. @param {number} pid */
export function takeLastCore(pid) {
  if (canPin) pin(pid, String(LAST_CORE));
}

/** All threads of a process. @param {number} pid @param {string} cores */
function pin(pid, cores) {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], { stdio: 'ignore' });
}

/** @param {string} command */
function has(command) {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
