// @ts-check
import { fork } from 'node:child_process';
import path from 'node:path';
import { LaunchError } from '../launch-error.mjs';
import { ROOT } from '../settings.mjs';

/** Milliseconds that a process gets to end before it is killed: more than it gives itself, see backend/src/platform/process.ts. */
const GRACE = 30_000;

/**
 * @typedef {object} Child one process of the shop
 * @property {Promise<number>} ready its port, once it works; fails when it ends before that
 * @property {Promise<LaunchError>} gone resolves when it ended without having been asked to; without a
 *   message when it has said itself why it cannot start
 * @property {(how?: { drain: boolean }) => Promise<void>} stop asks it to end, after it has drained or at once, and waits for it
 * @property {() => void} kill ends it at once
 */

/**
 * Starts a process of the shop. It says `{ ready: true, port }` when it works, and ends by itself when the channel to us
 * is closed: after a `kill -9` of the launcher, too. Its words go where ours go.
 *
 * @param {string} name what it is called in sentences
 * @param {string} script absolute, or relative to the project's folder
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string[]} [options.execArgv] flags for node
 * @param {number} [options.drainMs] how long it drains when it is told to
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
      // One that cannot start says why itself, and one sentence is enough.
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
  ready.catch(() => undefined); // Whoever waits for it hears of it.

  return {
    ready,
    gone: new Promise((resolve) => void ended.then((error) => isStopping || resolve(error))),
    async stop({ drain } = { drain: false }) {
      isStopping = true;
      // Windows knows no SIGTERM: the process would be ended on the spot.
      const isDraining = drain && isReady && process.platform !== 'win32';
      if (!isDraining && child.connected) child.disconnect();
      if (isDraining || !isReady) child.kill('SIGTERM'); // One that loads may not listen to the channel yet.
      const patience = setTimeout(() => child.kill('SIGKILL'), GRACE + (isDraining ? drainMs : 0));
      await ended;
      clearTimeout(patience);
    },
    kill() {
      isStopping = true;
      child.kill('SIGKILL');
    },
  };
}
