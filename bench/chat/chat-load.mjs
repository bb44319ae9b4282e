// @ts-check
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { percentile } from '../support/statistics.mjs';

/*
 * Sits at a chat's sockets, in a process of its own. Takes a task by IPC, reports that all sockets are connected, waits for
 * the start, sends the outcome by IPC and exits. It exits with an error when anything fails.
 */

/**
 * @typedef {object} Task
 * @property {string} origin ws://host:port
 * @property {{ room: string, userId: number, token: string }[]} seats one socket each
 * @property {number} listeners how many of the seats are in one room
 * @property {number} warmUp seconds that are not measured
 * @property {number} seconds
 */
/**
 * @typedef {object} Outcome
 * @property {number} perSecond deliveries while it was measured
 * @property {number} p50 milliseconds from sending to the arrival at one listener
 * @property {number} p99
 * @property {number} delivered with those of the warm-up
 */

/** As a page would, not all at once: a backlog of TCP connections is limited. */
const AT_ONCE = 20;
const PERIOD_MS = 1_000;
/** How long after the last message all must have arrived. */
const TIMEOUT_MS = 60_000;
const TEXT = 'Áo này còn size M màu đen không shop ơi?';

process.once('message', async (/** @type {Task} */ task) => {
  const begun = new Promise((resolve) => process.once('message', resolve));
  /** @type {{ sent: number, arrived: number }[]} */
  const deliveries = [];
  const sockets = await enter(task, (text) => {
    const said = /** @type {{ message: string, error?: string }} */ (JSON.parse(text));
    if (said.error) throw new Error(`A message was refused: ${said.error}`);
    // Each message begins with the time at which it was sent, by this process' clock.
    deliveries.push({ sent: parseFloat(said.message), arrived: performance.now() });
  });
  process.send?.({ connected: sockets.length });
  await begun;
  const from = performance.now() + task.warmUp * 1_000;
  const to = from + task.seconds * 1_000;
  const expected = task.listeners * (await talk(sockets, task, to));
  for (const end = performance.now() + TIMEOUT_MS; deliveries.length < expected; await sleep(20)) {
    if (performance.now() > end) throw new Error(`${deliveries.length} of ${expected} messages arrived.`);
  }
  const times = deliveries.filter(({ sent }) => sent >= from).map(({ sent, arrived }) => arrived - sent);
  const inTime = deliveries.filter(({ arrived }) => arrived >= from && arrived < to).length;
  /** @type {Outcome} */
  const outcome = {
    perSecond: inTime / task.seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    delivered: deliveries.length,
  };
  process.send?.(outcome, () => process.exit(0));
});
process.on('disconnect', () => process.exit(0));

/**
 * Connects all seats.
 *
 * @param {Task} task
 * @param {(text: string) => void} onMessage
 * @returns {Promise<WebSocket[]>} in the order of the seats
 */
async function enter({ origin, seats }, onMessage) {
  /** @type {WebSocket[]} */
  const sockets = [];
  for (let first = 0; first < seats.length; first += AT_ONCE) {
    const some = seats.slice(first, first + AT_ONCE).map(async ({ room, token }) => {
      const socket = new WebSocket(`${origin}/ws/chat/${room}/`, ['jwt', token]);
      socket.on('message', (/** @type {Buffer} */ data) => onMessage(data.toString()));
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      socket.once('close', (code) => {
        throw new Error(`A socket was closed with ${code}.`);
      });
      return socket;
    });
    sockets.push(...(await Promise.all(some)));
  }
  return sockets;
}

/**
 * Everybody sends one message a second, whether or not the last one has arrived, spread over the second.
 *
 * @param {WebSocket[]} sockets
 * @param {Task} task
 * @param {number} to when to stop
 * @returns {Promise<number>} how many messages were sent
 */
async function talk(sockets, { seats }, to) {
  let count = 0;
  const speakers = sockets.map(async (socket, at) => {
    const sender_id = seats[at]?.userId;
    for (let due = performance.now() + (at * PERIOD_MS) / sockets.length; due < to; due += PERIOD_MS) {
      await sleep(due - performance.now());
      socket.send(JSON.stringify({ message: `${performance.now()} ${TEXT}`, sender_id, client_id: randomUUID() }));
      count++;
    }
  });
  await Promise.all(speakers);
  return count;
}
