// @ts-check
import net from 'node:net';
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
const HEAD = 'Host: 127.0.0.1\r\nAccept: */*\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n';

process.once('message', async (/** @type {Task} */ { origin, paths, connections }) => {
  const { hostname, port } = new URL(origin);
  /** @type {number[]} */
  const took = [];
  let bytes = 0;
  let next = 0;
  const ask = async () => {
    const socket = net.connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
    socket.on('error', (error) => {
      throw error;
    });
    for (let nth = next++; nth < paths.length; nth = next++) {
      const began = performance.now();
      const length = await answer(socket, String(paths[nth]));
      bytes += length;
      took.push(performance.now() - began);
    }
    socket.destroy();
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

/**
 * @param {net.Socket} socket
 * @param {string} path
 * @returns {Promise<number>} bytes of the body; fails for anything but 200
 */
function answer(socket, path) {
  return new Promise((resolve, reject) => {
    let text = '';
    let end = Infinity;
    const take = (/** @type {string} */ part) => {
      text += part;
      if (end === Infinity) {
        const head = text.indexOf('\r\n\r\n');
        if (head < 0) return;
        end = head + 4 + Number(/\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1]);
      }
      if (text.length < end) return;
      socket.off('data', take);
      if (text.startsWith('HTTP/1.1 200')) resolve(text.length - text.indexOf('\r\n\r\n') - 4);
      else reject(new Error(`${path}: ${text.slice(0, 300)}`));
    };
    socket.on('data', take);
    socket.write(`GET ${path} HTTP/1.1\r\n${HEAD}`);
  });
}
