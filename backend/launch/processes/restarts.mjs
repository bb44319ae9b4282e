// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError } from '../launch-error.mjs';

const WINDOW = 60_000;
const MAX_DEATHS = 3;
const MAX_PAUSE = 30_000;

/** The deaths of one part of the shop, and what follows from them. */
export class Deaths {
  /** @type {number[]} */
  #times = [];
  #inARow = 0;

  /** @param {() => number} [now] milliseconds */
  constructor(now = Date.now) {
    this.now = now;
    this.startedAt = now();
  }

  /** The part was started, or started again. */
  started() {
    this.startedAt = this.now();
  }

  /**
   * The part died.
   *
   * @returns {number | undefined} milliseconds until it is to be started again: 0, 1, 2, 4 … s, from the beginning once it
   *   lived for a minute; undefined when this was the third death within a minute
   */
  died() {
    const now = this.now();
    if (now - this.startedAt > WINDOW) this.#inARow = 0;
    this.#times = [...this.#times.filter((time) => now - time < WINDOW), now];
    if (this.#times.length >= MAX_DEATHS) return undefined;
    const pause = this.#inARow === 0 ? 0 : Math.min(1_000 * 2 ** (this.#inARow - 1), MAX_PAUSE);
    this.#inARow += 1;
    return pause;
  }
}

/** @param {string} name of a part of the shop */
export const diedTooOften = (name) =>
  new LaunchError(`The ${name} died three times within a minute, so the shop stops; its last words are above.`);

/** @param {number} pause milliseconds */
export const again = (pause) => (pause === 0 ? 'It starts again.' : `It starts again in ${pause / 1_000} s.`);

/**
 * @typedef {object} Kept a process that is started again when it dies
 * @property {Promise<number>} ready its port, once it works for the first time; fails when it ends before that
 * @property {Promise<LaunchError>} failed resolves when it is not started again: it said that it cannot start, or it died too often
 * @property {import('./children.mjs').Child['stop']} stop
 */

/**
 * Starts a process and, when it dies, starts it again.
 *
 * @param {string} name what it is called in sentences
 * @param {() => import('./children.mjs').Child} begin
 * @param {() => Promise<unknown>} [before] waited for before it is started again: for what it needs
 * @returns {Kept}
 */
export function keepRunning(name, begin, before = async () => {}) {
  const stopping = new AbortController();
  const deaths = new Deaths();
  let child = begin();
  const { ready } = child;

  async function watch() {
    for (let isFirst = true; ; isFirst = false) {
      const error = await child.gone;
      if (isFirst && error.message === '') return error; // It said itself why it cannot start: a setting is wrong.
      const pause = deaths.died();
      if (pause === undefined) return diedTooOften(name);
      console.error(`${error.message || `The ${name} could not start.`} ${again(pause)}`);
      await sleep(pause, undefined, { signal: stopping.signal });
      await before();
      stopping.signal.throwIfAborted();
      deaths.started();
      child = begin();
      child.ready.then(
        () => console.error(`The ${name} works again.`),
        () => undefined, // `gone` tells.
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
