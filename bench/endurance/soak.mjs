// @ts-check
import { fork } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from '../../backend/launch/launcher.mjs';
import { startBusyShop } from './busy-shop.mjs';
import { said } from '../support/child-task.mjs';
import { LISTENERS, seat } from '../chat/chat-seats.mjs';
import { importProducts } from './owner-import.mjs';
import { childrenOf, proportionalMemory } from '../support/process-stats.mjs';
import { median } from '../support/statistics.mjs';
import { machine, table, write } from '../support/report.mjs';

const TALKERS = 20;
const IMPORT_ROWS = 500;
/** The number of turns after which an owner imports a file. */
const IMPORT_EVERY = 4;
/** The first turns fill caches, pools and heaps. */
const WARM_UP = 1 / 5;
const PROCESSES = /** @type {const} */ (['web', 'backend', 'worker']);

const megabytes = (/** @type {number} */ bytes) => `${Math.round(bytes / 1e6)} MB`;

/** @typedef {Record<(typeof PROCESSES)[number] | 'postgres', number>} Memory bytes, PSS */
/** @typedef {ReturnType<Awaited<ReturnType<typeof startBusyShop>>['loopDelay']>} Delay */
/** @typedef {{ good: number, other: number, p99: number, memory: Memory, delays: Delay[] }} Turn
 * `good` in answers per second, `other` as a share of the visits; `delays` in the order of `PROCESSES`, times in milliseconds */

/*
 * `npm run bench:soak`: a shop under mixed traffic for half an hour: people browse, search, order, pay and chat, an owner works and imports
 * files. Its memory should stay flat, and no event loop should be late. See docs/benchmarks.md.
 */
await launch(async ({ onStop }) => {
  const { values } = parseArgs({
    options: {
      products: { type: 'string', default: '10000' },
      minutes: { type: 'string', default: '30' },
      turns: { type: 'string', default: '30' },
      rate: { type: 'string' },
      data: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const turns = Number(values.turns);
  const seconds = (Number(values.minutes) * 60) / turns;
  if (!(Number(values.rate) > 0))
    throw new Error('--rate says how many visits come in a second; bench:overload tells the most.');
  const shop = await startBusyShop(onStop, Number(values.products), values.data);
  await shop.settle();
  const seats = await seat(shop.databaseUrl, TALKERS, shop.secret);
  const talk = await startTalk(shop.backendUrl, seats, turns * seconds);

  /** @type {Turn[]} */
  const rows = [];
  let imports = 0;
  for (let nth = 0; nth < turns; nth++) {
    const visits = shop.visit(Number(values.rate), seconds);
    if (nth % IMPORT_EVERY === 1) {
      const state = await importProducts(shop.url, shop.admin, { rows: IMPORT_ROWS, nth });
      if (state !== 'done') throw new Error(`An import ended as ${state}.`);
      imports++;
    }
    const outcome = await visits;
    if (outcome.failures.length > 0) console.error(outcome.failures.join(', '));
    const turn = turnOf(
      outcome,
      seconds,
      memoryOf(shop),
      PROCESSES.map((name) => shop.loopDelay(name)),
    );
    rows.push(turn);
    console.error(row(turn, (nth + 1) * (seconds / 60)).join('  '));
  }
  const chat = await talk.outcome;
  const text = [
    `Measured on ${machine()}. ${Number(values.products).toLocaleString('en')} products, ${values.rate} visits/s for ${values.minutes} minutes, ${TALKERS} people in the chat, ${imports} imports of ${IMPORT_ROWS} products.`,
    '',
    table(
      [
        'minute',
        'good answers/s',
        'others',
        'p99',
        ...PROCESSES,
        'postgres',
        ...PROCESSES.map((name) => `${name}, late`),
      ],
      rows.map((turn, nth) => row(turn, (nth + 1) * (seconds / 60))),
    ),
    '',
    growth(rows, seconds),
    '',
    `A chat message arrived after ${Math.round(chat.p50)} ms (p50), ${Math.round(chat.p99)} ms (p99).`,
  ].join('\n');
  console.log(text);
  if (values.write) await write(text, 'bench:soak');
});

/**
 * People who talk until the end.
 *
 * @param {string} origin
 * @param {import('../chat/chat-load.mjs').Task['seats']} seats
 * @param {number} seconds
 * @returns {Promise<{ outcome: Promise<import('../chat/chat-load.mjs').Outcome> }>}
 */
async function startTalk(origin, seats, seconds) {
  const load = fork(path.join(import.meta.dirname, '../chat/chat-load.mjs'));
  /** @type {import('../chat/chat-load.mjs').Task} */
  const task = { origin: origin.replace('http', 'ws'), seats, listeners: LISTENERS, warmUp: 0, seconds };
  load.send(task);
  await said(load);
  load.send('begin');
  return { outcome: /** @type {Promise<import('../chat/chat-load.mjs').Outcome>} */ (said(load)) };
}

/**
 * @param {import('./traffic.mjs').Outcome} outcome
 * @param {number} seconds
 * @param {Memory} memory
 * @param {Delay[]} delays
 * @returns {Turn}
 */
function turnOf({ kinds, p99 }, seconds, memory, delays) {
  const counts = Object.values(kinds);
  const good = counts.reduce((sum, count) => sum + count.good, 0);
  const other = counts.reduce((sum, { refused, failed, late }) => sum + refused + failed + late, 0);
  return { good: good / seconds, other: other / (good + other), p99, memory, delays };
}

/**
 * @param {Awaited<ReturnType<typeof startBusyShop>>} shop
 * @returns {Memory}
 */
function memoryOf({ pids, postmaster }) {
  const postgres = [postmaster, ...childrenOf(postmaster).map(({ pid }) => pid)];
  return {
    web: proportionalMemory(pids.web),
    backend: proportionalMemory(pids.backend),
    worker: proportionalMemory(pids.worker),
    postgres: postgres.reduce((sum, pid) => sum + proportionalMemory(pid), 0),
  };
}

/**
 * Tells how the memory of each process went after the warm-up: the median of its first third and of its last, as garbage comes and
 * goes, and the slope of the line that fits all turns best (least squares); and how often its event loop was late.
 *
 * @param {Turn[]} turns
 * @param {number} seconds of a turn
 */
function growth(turns, seconds) {
  const warm = turns.slice(Math.floor(turns.length * WARM_UP));
  const third = Math.max(1, Math.floor(warm.length / 3));
  return table(
    ['process', 'first third', 'last third', 'ratio', 'slope', 'over 20 ms late'],
    /** @type {const} */ ([...PROCESSES, 'postgres']).map((name, nth) => {
      const bytes = warm.map(({ memory }) => memory[name]);
      const [before, after] = [median(bytes.slice(0, third)), median(bytes.slice(-third))];
      const slope = `${((slopeOf(bytes) * 3_600) / seconds / 1e6).toFixed(1)} MB/h`;
      return [
        name,
        megabytes(before),
        megabytes(after),
        `**${(after / before).toFixed(2)} ×**`,
        slope,
        lateShare(warm, nth),
      ];
    }),
  );
}

/** @param {Turn[]} turns @param {number} nth of `PROCESSES` @returns {string} empty for the database, which has no event loop */
function lateShare(turns, nth) {
  const delays = turns.flatMap(({ delays }) => delays[nth] ?? []);
  const looks = delays.reduce((sum, each) => sum + each.looks, 0);
  return looks === 0 ? '' : `${((100 * delays.reduce((sum, { late }) => sum + late, 0)) / looks).toFixed(2)} %`;
}

/** @param {number[]} values at equal steps @returns {number} how much the fitting line rises in a step */
function slopeOf(values) {
  const middle = (values.length - 1) / 2;
  const spread = values.reduce((sum, _, nth) => sum + (nth - middle) ** 2, 0);
  return values.reduce((sum, value, nth) => sum + (nth - middle) * value, 0) / spread;
}

/** @param {Turn} turn @param {number} minute its end */
function row({ good, other, p99, memory, delays }, minute) {
  return [
    minute.toFixed(minute % 1 ? 1 : 0),
    Math.round(good).toLocaleString('en'),
    `${(100 * other).toFixed(2)} %`,
    `${p99} ms`,
    ...Object.values(memory).map(megabytes),
    ...delays.map(({ p99 }) => `${p99.toFixed(1)} ms`),
  ];
}
