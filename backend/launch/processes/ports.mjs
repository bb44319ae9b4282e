// @ts-check
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError } from '../launch-error.mjs';

/** A web server that was just killed releases its port within this time. */
const RELEASE_MS = 1_500;

/**
 * Makes sure that a port can be listened on.
 *
 * @param {string} host
 * @param {number} port 0: any free one
 * @returns {Promise<number>} the port
 * @throws {LaunchError} when it is taken, or may not be used
 */
export async function usablePort(host, port) {
  for (const end = Date.now() + RELEASE_MS; ; await sleep(100)) {
    try {
      return await listenOnce(host, port);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === 'EADDRINUSE' && Date.now() < end) continue;
      throw explainedPort(error, host, port);
    }
  }
}

/** @returns {Promise<number>} a port of 127.0.0.1 that nobody listens on just now */
export function freePort() {
  return listenOnce('127.0.0.1', 0);
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<number>}
 */
function listenOnce(host, port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

/**
 * @param {unknown} error
 * @param {string} host
 * @param {number} port
 */
function explainedPort(error, host, port) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code === 'EADDRINUSE') {
    return new LaunchError(
      `Port ${port} is in use on ${host}: end what listens there, or choose another one with PORT.`,
    );
  }
  if (code === 'EACCES') {
    return new LaunchError(`This user may not listen on port ${port}: choose one from 1024 up with PORT.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new LaunchError(`HOST ${host} is not an address of this machine.`);
  }
  return error;
}
