// @ts-check
import { fork } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LaunchError } from '../../backend/launch/launch-error.mjs';
import { launch } from '../../backend/launch/launcher.mjs';
import { startBackend } from '../support/backend.mjs';
import { said } from '../support/child-task.mjs';
import { LISTENERS, seat } from './chat-seats.mjs';
import { cpuTime, isMeasurable, memory } from '../support/process-stats.mjs';
import { machine, table, write } from '../support/report.mjs';
import { median } from '../support/statistics.mjs';

const WARM_UP_SECONDS = 2;
/** For both servers: garbage is collected on a signal, because it would hide the memory of a socket. */
const COLLECTS_ON_SIGNAL = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2", () => gc())'];

/** @typedef {import('./chat-load.mjs').Task['seats']} Seats */
/** @typedef {{ origin: string, pid: number }} Side a measured server */
/** @typedef {{ perSecond: number, p50: number, p99: number, cpu: number }} Turn times in milliseconds; cpu in microseconds per delivery */

// `npm run bench:chat`: see docs/benchmarks.md.
await launch(async ({ onStop }) => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '5' },
      sockets: { type: 'string', default: '1000' },
      write: { type: 'boolean', default: false },
    },
  });
  const [rounds, seconds, sockets] = [Number(values.rounds), Number(values.seconds), Number(values.sockets)];
  if (!(rounds >= 1 && rounds <= 50 && seconds >= 1 && seconds <= 30)) {
    throw new LaunchError('--rounds is from 1 to 50, --seconds from 1 to 30.');
  }
  if (!(sockets >= 2 && sockets <= 10_000 && sockets % LISTENERS === 0)) {
    throw new LaunchError('--sockets is an even number from 2 to 10000.');
  }
  if (!isMeasurable) throw new LaunchError('The benchmark reads /proc and runs on Linux only.');

  const { origin, databaseUrl, secret, pid } = await startBackend(onStop, { execArgv: COLLECTS_ON_SIGNAL });
  const sides = { bare: await startBare(), chat: { origin: origin.replace('http', 'ws'), pid: pid() } };
  const seats = await seat(databaseUrl, sockets, secret);

  const memories = { bare: await memoryOf(sides.bare, seats), chat: await memoryOf(sides.chat, seats) };
  /** @type {{ bare: Turn[], chat: Turn[] }} */
  const turns = { bare: [], chat: [] };
  for (let round = 0; round < rounds; round++) {
    turns.bare.push(await turn(sides.bare, seats, seconds));
    turns.chat.push(await turn(sides.chat, seats, seconds));
  }
  const text = report({ turns, memories, rounds, seconds, sockets });
  console.log(text);
  if (values.write) await write(text, 'bench:chat');
});

/** @returns {Promise<Side>} the bare server, in a process of its own that ends with this one */
async function startBare() {
  const server = fork(path.join(import.meta.dirname, 'chat-bare.mjs'), { execArgv: COLLECTS_ON_SIGNAL });
  const { port } = /** @type {{ port: number }} */ (await said(server));
  return { origin: `ws://127.0.0.1:${port}`, pid: Number(server.pid) };
}

/**
 * Connects every seat.
 *
 * @param {Side} side
 * @param {Seats} seats
 * @param {number} seconds
 * @returns {Promise<import('node:child_process').ChildProcess>} any message starts their conversation
 */
async function connect({ origin }, seats, seconds) {
  const load = fork(path.join(import.meta.dirname, 'chat-load.mjs'));
  /** @type {import('./chat-load.mjs').Task} */
  const task = { origin, seats, listeners: LISTENERS, warmUp: WARM_UP_SECONDS, seconds };
  load.send(task);
  await said(load);
  return load;
}

/**
 * @param {Side} side a server that has had no load yet
 * @param {Seats} seats
 * @returns {Promise<number>} bytes of resident memory for each idle socket
 */
async function memoryOf(side, seats) {
  await leave(await connect(side, seats.slice(0, 20 * LISTENERS), 0)); // Loads the code for new connections.
  const before = await settledMemory(side);
  const load = await connect(side, seats, 0);
  const after = await settledMemory(side);
  await leave(load);
  return (after - before) / seats.length;
}

/** @param {Side} side */
async function settledMemory({ pid }) {
  // The second collection frees what the first one has only found.
  for (let time = 0; time < 2; time++) {
    process.kill(pid, 'SIGUSR2');
    await sleep(1_000);
  }
  return memory(pid).now;
}

/** @param {import('node:child_process').ChildProcess} load */
async function leave(load) {
  const ended = new Promise((resolve) => load.once('exit', resolve));
  load.disconnect();
  await ended;
  await sleep(500); // The server notices it.
}

/**
 * @param {Side} side
 * @param {Seats} seats
 * @param {number} seconds
 * @returns {Promise<Turn>}
 */
async function turn(side, seats, seconds) {
  const load = await connect(side, seats, seconds);
  const before = cpuTime(side.pid);
  load.send('begin');
  const { delivered, ...rest } = /** @type {import('./chat-load.mjs').Outcome} */ (await said(load));
  return { ...rest, cpu: (cpuTime(side.pid) - before) / delivered };
}

/**
 * @param {object} figures
 * @param {{ bare: Turn[], chat: Turn[] }} figures.turns
 * @param {{ bare: number, chat: number }} figures.memories
 * @param {number} figures.rounds
 * @param {number} figures.seconds
 * @param {number} figures.sockets
 * @returns {string} Markdown
 */
function report({ turns, memories, rounds, seconds, sockets }) {
  const row = (/** @type {string} */ name, /** @type {'bare' | 'chat'} */ side) => {
    const middle = (/** @type {keyof Turn} */ figure) => median(turns[side].map((turn) => turn[figure]));
    return [
      name,
      Math.round(middle('perSecond')).toLocaleString('en'),
      `${middle('p50').toFixed(1)} ms`,
      `${middle('p99').toFixed(1)} ms`,
      `${Math.round(middle('cpu'))} µs`,
      `${(memories[side] / 1_000).toFixed(1)} KB`,
    ];
  };
  // Compared within each round: other load on the machine at that time slows both.
  const ratio = (/** @type {keyof Turn} */ figure) =>
    median(turns.chat.map((chat, round) => chat[figure] / (turns.bare[round]?.[figure] ?? NaN)));
  const times = (/** @type {number} */ value) => `**${value.toFixed(value < 10 ? 1 : 0)} ×**`;
  return [
    `Measured on ${machine()}. Medians of ${rounds} rounds of ${seconds} s, ${sockets.toLocaleString('en')} sockets in rooms of ${LISTENERS}, one message a second each.`,
    '',
    table(
      ['', 'deliveries/s', 'p50', 'p99', 'CPU per delivery', 'memory per socket'],
      [
        row('bare room server', 'bare'),
        row('chat', 'chat'),
        [
          'chat to bare',
          `**${Math.round(100 * ratio('perSecond'))} %**`,
          times(ratio('p50')),
          times(ratio('p99')),
          times(ratio('cpu')),
          times(memories.chat / memories.bare),
        ],
      ],
    ),
  ].join('\n');
}
