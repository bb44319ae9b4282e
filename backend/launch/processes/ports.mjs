// @ts-check
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError } from '../launch-error.mjs';

/** A web server that was just killed releases its port within this time. */
const RELEASE_MS = 1_500;

/**
 * Makes sure that the shop's ports can be listened on, before anything is started: the backend's and the worker's are opened only
 * once the database is up and migrated.
 *
 * @param {ReturnType<typeof import('../settings.mjs').launchSettings>} settings
 * @returns {Promise<{ port: number, backendPort: number }>}
 * @throws {LaunchError} when one is taken, or may not be used
 */
export async function usablePorts({ host, port, backendHost, backendPort, workerPort }) {
  const ofBackend = (/** @type {string} */ setting) => ({ host: 'BACKEND_HOST', port: setting });
  const ports = await Promise.all([
    usablePort(host, port, { host: 'HOST', port: 'PORT' }),
    backendPort ? usablePort(backendHost, backendPort, ofBackend('BACKEND_PORT')) : freePort(),
    workerPort && usablePort(backendHost, workerPort, ofBackend('WORKER_METRICS_PORT')),
  ]);
  return { port: ports[0], backendPort: ports[1] };
}

/**
 * Makes sure that a port can be listened on.
 *
 * @param {string} host
 * @param {number} port 0: any free one
 * @param {{ host: string, port: string }} names the settings that say where
 * @returns {Promise<number>} the port
 * @throws {LaunchError} when it is taken, or may not be used
 */
async function usablePort(host, port, names) {
  for (const end = Date.now() + RELEASE_MS; ; await sleep(100)) {
    try {
      return await listenOnce(host, port);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === 'EADDRINUSE' && Date.now() < end) continue;
      throw explainedPort(error, host, port, names);
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
 * @param {{ host: string, port: string }} names
 */
function explainedPort(error, host, port, names) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code === 'EADDRINUSE') {
    return new LaunchError(
      `Port ${port} is in use on ${host}: end what listens there, or choose another one with ${names.port}.`,
    );
  }
  if (code === 'EACCES') {
    return new LaunchError(`This user may not listen on port ${port}: choose one from 1024 up with ${names.port}.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new LaunchError(`${names.host} ${host} is not an address of this machine.`);
  }
  return error;
}
