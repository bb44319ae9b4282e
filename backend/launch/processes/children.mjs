// @ts-check
import { fork } from 'node:child_process';
import path from 'node:path';
import { LaunchError } from '../launch-error.mjs';
import { ROOT } from '../settings.mjs';

/** Time for a process to exit before it is killed: more than it takes itself, see backend/src/platform/process.ts. */
const STOP_TIMEOUT_MS = 30_000;

/**
 * @typedef {object} Child one process of the shop
 * @property {Promise<number>} ready its port, once it works; rejects when it exits before that
 * @property {Promise<LaunchError>} crashed resolves when it exits without having been stopped; without a message when the
 *   process itself has printed why it cannot start
 * @property {(options?: { drain: boolean }) => Promise<void>} stop stops it, after it has drained or at once, and waits until it exits
 * @property {() => void} kill kills it at once
 */

/**
 * Starts a process of the shop. It sends `{ ready: true, port }` when it works, and exits by itself when its IPC channel
 * closes, even after a `kill -9` of the launcher. It shares the launcher's standard output and error.
 *
 * @param {string} name its name in messages
 * @param {string} script absolute, or relative to the project's folder
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string[]} [options.execArgv] flags for node
 * @param {number} [options.drainMs] how long it drains when it is stopped
 * @param {string} [options.root] the project's folder; another one holds another release
 * @returns {Child}
 */
export function startChild(name, script, { env, execArgv = [], drainMs = 0, root = ROOT }) {
  const child = fork(path.resolve(root, script), {
    cwd: root,
    // With more arenas, glibc keeps a heap for each thread that makes pictures and returns little of it: 290 MB instead of 100.
    env: { MALLOC_ARENA_MAX: '1', ...env },
    execArgv: ['--enable-source-maps', ...execArgv],
    // A process group of its own: Ctrl-C in a terminal reaches the launcher alone, which stops the others in order.
    detached: process.platform !== 'win32',
  });
  let isStopping = false;
  let isReady = false;

  /** @type {Promise<LaunchError>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(new LaunchError(`The ${name} could not be started: ${error.message}.`)));
    child.once('exit', (code, signal) => {
      // A process that cannot start prints the reason itself.
      if (code === 1 && !isReady) return resolve(new LaunchError(''));
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      resolve(new LaunchError(`The ${name} ${how}; its last words are above.`));
    });
  });
  /** @type {Promise<number>} */
  const ready = new Promise((resolve, reject) => {
    child.on('message', (/** @type {{ ready?: boolean, port?: number }} */ message) => {
      if (!message.ready) return;
      isReady = true;
      resolve(message.port ?? 0);
    });
    void ended.then(reject);
  });
  ready.catch(() => undefined); // Its callers handle the rejection.

  return {
    ready,
    crashed: new Promise((resolve) => void ended.then((error) => isStopping || resolve(error))),
    async stop({ drain } = { drain: false }) {
      isStopping = true;
      // Windows knows no SIGTERM: the process would be ended on the spot.
      const isDraining = drain && isReady && process.platform !== 'win32';
      if (!isDraining && child.connected) child.disconnect();
      if (isDraining || !isReady) child.kill('SIGTERM'); // A process that is loading may not listen to the channel yet.
      const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS + (isDraining ? drainMs : 0));
      await ended;
      clearTimeout(killTimer);
    },
    kill() {
      isStopping = true;
      child.kill('SIGKILL');
    },
  };
}
