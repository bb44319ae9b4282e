// @ts-check
import autocannon from 'autocannon';

/*
 * A closed-loop load generator: each connection sends its next request when the last one is answered. Runs in a process of
 * its own: takes one task by IPC, sends the outcome by IPC and exits. `child-task.mjs` starts it.
 */

/**
 * @typedef {object} Task
 * @property {string} origin
 * @property {string[]} paths asked in turn
 * @property {Record<string, string>} headers
 * @property {number} seconds
 * @property {number} connections each has one request under way
 */
/** @typedef {{ answered: number, perSecond: number, p99: number, wrong: number }} Outcome p99 in milliseconds */

process.once('message', (/** @type {Task} */ { origin, paths, headers, seconds, connections }) => {
  const requests = paths.map((path) => ({ method: /** @type {const} */ ('GET'), path }));
  const run = autocannon({ url: origin, requests, headers, duration: seconds, connections });
  void run.then((result) => {
    /** @type {Outcome} */
    const outcome = {
      answered: result['2xx'],
      perSecond: result['2xx'] / result.duration,
      p99: result.latency.p99,
      wrong: result.non2xx + result.errors + result.timeouts,
    };
    process.send?.(outcome, () => process.exit(0));
  });
});
process.on('disconnect', () => process.exit(0));
