// @ts-check
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError } from '../launch-error.mjs';

/** A web server that was just killed releases its port within this time. */
const RELEASE_MS = 1_500;

/**
 * Makes sure that the shop's ports can be listened on, before anything is started: the backend's and the worker's are opened only
 * once the database is up and migrated. Holds each until the last is found, so that no two are the same.
 *
 * @param {ReturnType<typeof import('../settings.mjs').launchSettings>} settings
 * @returns {Promise<{ port: number, backendPort: number }>}
 * @throws {LaunchError} when one is taken, or may not be used
 */
export async function usablePorts({ host, port, backendHost, backendPort, workerPort }) {
  /** @type {Listener[]} */
  const held = [];
  const hold = async (/** @type {string} */ at, /** @type {number} */ wanted, /** @type {Names} */ names) => {
    const listener = await listenWithin(RELEASE_MS, at, wanted, names);
    held.push(listener);
    return listener.port;
  };
  const ofBackend = (/** @type {string} */ setting) => ({ host: 'BACKEND_HOST', port: setting });
  try {
    const ports = {
      port: await hold(host, port, { host: 'HOST', port: 'PORT' }),
      backendPort: await hold(backendPort ? backendHost : '127.0.0.1', backendPort, ofBackend('BACKEND_PORT')),
    };
    if (workerPort) await hold(backendHost, workerPort, ofBackend('WORKER_METRICS_PORT'));
    return ports;
  } finally {
    await Promise.all(held.map(({ close }) => close()));
  }
}

/** @typedef {{ port: number, close: () => Promise<void> }} Listener */
/** @typedef {{ host: string, port: string }} Names the settings that say where to listen */

/**
 * @param {number} ms how long to wait for a port in use
 * @param {string} host
 * @param {number} port 0: any free one
 * @param {Names} names
 * @returns {Promise<Listener>}
 * @throws {LaunchError} when the port stays in use, or may not be used
 */
async function listenWithin(ms, host, port, names) {
  for (const end = Date.now() + ms; ; await sleep(100)) {
    try {
      return await listen(host, port);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === 'EADDRINUSE' && Date.now() < end) continue;
      throw explainedPort(error, host, port, names);
    }
  }
}

/** @returns {Promise<number>} a port of 127.0.0.1 that nobody listens on just now */
export async function freePort() {
  const { port, close } = await listen('127.0.0.1', 0);
  await close();
  return port;
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<Listener>}
 */
function listen(host, port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        close: () => new Promise((closed) => server.close(() => closed())),
      });
    });
  });
}

/**
 * @param {unknown} error
 * @param {string} host
 * @param {number} port
 * @param {Names} names
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
