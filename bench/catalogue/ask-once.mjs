// @ts-check
import { KeepAliveClient } from '../support/keep-alive-client.mjs';
import { percentile } from '../support/statistics.mjs';

/*
 * Asks for each path once, in a process of its own: several connections take the next path as soon as they have their answer.
 * Takes one task by IPC, sends the outcome by IPC and exits.
 */

/**
 * @typedef {object} Task
 * @property {string} origin
 * @property {string[]} paths
 * @property {number} connections
 */
/**
 * @typedef {object} Outcome
 * @property {number} perSecond
 * @property {number} p50 milliseconds
 * @property {number} p95
 * @property {number} p99
 * @property {number} bytes of a body, on average
 */

/** As a browser asks. */
const ACCEPTS = 'gzip, deflate, br';

process.once('message', async (/** @type {Task} */ { origin, paths, connections }) => {
  /** @type {number[]} */
  const took = [];
  let bytes = 0;
  let next = 0;
  const ask = async () => {
    const client = new KeepAliveClient(origin);
    for (let nth = next++; nth < paths.length; nth = next++) {
      const path = String(paths[nth]);
      const began = performance.now();
      const { status, text } = await client.send('GET', path, { accepts: ACCEPTS });
      if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
      bytes += text.length;
      took.push(performance.now() - began);
    }
    client.close();
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, ask));
  const seconds = (performance.now() - began) / 1_000;
  /** @type {Outcome} */
  const outcome = {
    perSecond: took.length / seconds,
    p50: percentile(took, 0.5),
    p95: percentile(took, 0.95),
    p99: percentile(took, 0.99),
    bytes: bytes / took.length,
  };
  process.send?.(outcome, () => process.exit(0));
});
process.on('disconnect', () => process.exit(0));
