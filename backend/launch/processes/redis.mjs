// @ts-check
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { LaunchError } from '../launch-error.mjs';
import { freePort } from './ports.mjs';
import { waitUntil } from './processes.mjs';

/**
 * Starts a Redis that keeps nothing, for tests.
 *
 * @param {import('../launcher.mjs').Run['onStop']} onStop
 * @returns {Promise<string>} its redis:// URL
 */
export async function startRedis(onStop) {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  let isThere = true;
  server.once('error', () => (isThere = false));
  onStop(async () => void server.kill());
  const isReady = await waitUntil(async () => !isThere || (await answers(port)), 10_000);
  if (!isThere || !isReady) throw new LaunchError('redis-server, which the tests need, does not start here.');
  return `redis://127.0.0.1:${port}`;
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
