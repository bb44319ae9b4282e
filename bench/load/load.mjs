// @ts-check
import autocannon from 'autocannon';

/*
 * Asks as fast as it gets answers, in a process of its own. Takes one task by IPC, tells what came of it, and ends.
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
