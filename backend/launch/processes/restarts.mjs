// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError } from '../launch-error.mjs';

const WINDOW_MS = 60_000;
const MAX_CRASHES = 3;
const MAX_PAUSE_MS = 30_000;

/** Decides when a part of the shop that crashed is restarted: with an exponential backoff, until it crashes too often. */
export class RestartPolicy {
  /** @type {number[]} */
  #times = [];
  #inARow = 0;

  /** @param {() => number} [now] milliseconds */
  constructor(now = Date.now) {
    this.now = now;
    this.startedAt = now();
  }

  /** Call when the part was started or restarted. */
  started() {
    this.startedAt = this.now();
  }

  /**
   * Call when the part crashed.
   *
   * @returns {number | undefined} milliseconds until the restart: 0, 1, 2, 4 … s, from the beginning once it has run for a
   *   minute; undefined after the third crash within a minute
   */
  crashed() {
    const now = this.now();
    if (now - this.startedAt > WINDOW_MS) this.#inARow = 0;
    this.#times = [...this.#times.filter((time) => now - time < WINDOW_MS), now];
    if (this.#times.length >= MAX_CRASHES) return undefined;
    const pause = this.#inARow === 0 ? 0 : Math.min(1_000 * 2 ** (this.#inARow - 1), MAX_PAUSE_MS);
    this.#inARow += 1;
    return pause;
  }
}

/** @param {string} name of a part of the shop */
export const crashedTooOften = (name) =>
  new LaunchError(`The ${name} died three times within a minute, so the shop stops; its last words are above.`);

/** @param {number} pause milliseconds */
export const restartSentence = (pause) => (pause === 0 ? 'It starts again.' : `It starts again in ${pause / 1_000} s.`);

/**
 * @typedef {object} SupervisedProcess a process that is restarted when it crashes
 * @property {Promise<number>} ready its port, once it works for the first time; rejects when it exits before that
 * @property {Promise<LaunchError>} failed resolves when it is not restarted: it cannot start, or it crashed too often
 * @property {import('./children.mjs').Child['stop']} stop
 */

/**
 * Starts a process, and restarts it when it crashes.
 *
 * @param {string} name its name in messages
 * @param {() => import('./children.mjs').Child} begin
 * @param {object} [options]
 * @param {() => Promise<unknown>} [options.before] awaited before each restart: for what the process needs
 * @param {boolean} [options.retriesStart] also restart it when it could not start; without this its reason counts as a wrong setting
 * @returns {SupervisedProcess}
 */
export function keepRunning(name, begin, { before = async () => {}, retriesStart = false } = {}) {
  const stopping = new AbortController();
  const policy = new RestartPolicy();
  let child = begin();
  const { ready } = child;

  async function watch() {
    for (let isFirst = true; ; isFirst = false) {
      const error = await child.crashed;
      // It has printed why it cannot start: a setting is wrong.
      if (isFirst && error.message === '' && !retriesStart) return error;
      const pause = policy.crashed();
      if (pause === undefined) return crashedTooOften(name);
      console.error(`${error.message || `The ${name} could not start.`} ${restartSentence(pause)}`);
      await sleep(pause, undefined, { signal: stopping.signal });
      await before();
      stopping.signal.throwIfAborted();
      policy.started();
      child = begin();
      child.ready.then(
        () => console.error(`The ${name} works again.`),
        () => undefined, // `crashed` resolves too.
      );
    }
  }

  return {
    ready,
    failed: watch().catch((error) => {
      if (stopping.signal.aborted) return new Promise(() => {});
      throw error;
    }),
    stop(how) {
      stopping.abort();
      return child.stop(how);
    },
  };
}
