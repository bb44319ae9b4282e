// @ts-check
import { fork } from 'node:child_process';
import path from 'node:path';
import { takeLastCore } from './pin.mjs';

/** @typedef {import('./closed-loop.mjs').Task} ClosedLoop */
/** @typedef {import('./closed-loop.mjs').Outcome} ClosedLoopOutcome */

/**
 * Reads paths as fast as they are answered. A steady rate, answered or not, is `endurance/traffic.mjs`.
 *
 * @param {ClosedLoop} task
 * @returns {Promise<ClosedLoopOutcome>}
 */
export async function runClosedLoop(task) {
  const outcome = await runTask(path.join(import.meta.dirname, 'closed-loop.mjs'), task);
  return /** @type {ClosedLoopOutcome} */ (outcome);
}

/**
 * Runs a load generator in a process of its own, so that it does not share the event loop of what it measures.
 *
 * @param {string} file takes one task by IPC, sends the outcome by IPC and exits
 * @param {object} task
 * @param {{ isPinned?: boolean }} [options] `isPinned`: on the last core, which `leaveLastCore` has left
 * @returns {Promise<unknown>} the outcome
 */
export function runTask(file, task, { isPinned = false } = {}) {
  const child = fork(file);
  if (isPinned) takeLastCore(Number(child.pid));
  const outcome = said(child);
  child.send(task);
  return outcome;
}

/**
 * Waits for the next message of a child process.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<unknown>} fails when it ends instead
 */
export function said(child) {
  return new Promise((resolve, reject) => {
    const onExit = (/** @type {number | null} */ code) => reject(new Error(`A process ended with code ${code}.`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });
}
