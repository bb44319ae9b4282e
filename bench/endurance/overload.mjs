// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launch } from '../../backend/launch/launcher.mjs';
import { startBusyShop } from './busy-shop.mjs';
import { median } from '../support/statistics.mjs';
import { machine, table, write } from '../support/report.mjs';

/** Visits while the pages are rendered for the first time and the code is compiled. */
const WARM_UP = { rate: 30, seconds: 60 };
const RATE_FACTOR = 1.4;
/** Below this share of good answers a rate is above what the shop can serve. */
const SERVED = 0.9;
const OVERLOAD = 5;
/** Between two turns, so that the work which one has left does not slow the next. */
const PAUSE_MS = 5_000;
const FATES = /** @type {const} */ (['good', 'refused', 'late', 'failed']);

/**
 * @typedef {{ rate: number, good: number, refused: number, failed: number, late: number, p50: number, p99: number, kinds: Kinds }} Turn
 * `good` in answers per second, the others as shares of the visits, times in milliseconds
 */
/** @typedef {import('./traffic.mjs').Outcome['kinds']} Kinds */
/** @typedef {(typeof FATES)[number]} Fate */

/*
 * `npm run bench:overload`: what the whole shop serves at most, and what it serves when five times as many come. See docs/benchmarks.md.
 */
await launch(async ({ onStop }) => {
  const { values } = parseArgs({
    options: {
      products: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '8' },
      // Where the search for the most begins: less on a slow machine.
      first: { type: 'string', default: '50' },
      data: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const seconds = Number(values.seconds);
  const shop = await startBusyShop(onStop, Number(values.products), values.data);
  const turn = async (/** @type {number} */ rate) => {
    const outcome = turnOf(rate, seconds, await shop.visit(rate, seconds));
    console.log(row(outcome).join(' | '));
    await sleep(PAUSE_MS);
    return outcome;
  };

  await shop.settle();
  await shop.visit(Math.min(WARM_UP.rate, Number(values.first)), WARM_UP.seconds);
  await sleep(PAUSE_MS);
  // A rate counts as too much when it fails twice: one turn may meet code that is still being compiled.
  const bestOfTwo = async (/** @type {number} */ rate) => {
    const first = await turn(rate);
    if (isServed(first)) return first;
    const second = await turn(rate);
    return second.good > first.good ? second : first;
  };
  /** @type {Turn[]} */
  const steps = [];
  for (let rate = Number(values.first); steps.every(isServed); rate *= RATE_FACTOR)
    steps.push(await bestOfTwo(Math.round(rate)));
  if (steps.length === 1)
    throw new Error(`The shop cannot serve ${values.first} visits/s here: say fewer with --first.`);
  const peak = /** @type {Turn} */ (steps.toSorted((a, b) => b.good - a.good)[0]);
  /** @type {{ peak: Turn[], over: Turn[] }} */
  const turns = { peak: [], over: [] };
  for (let round = 0; round < Number(values.rounds); round++) {
    turns.peak.push(await turn(peak.rate));
    turns.over.push(await turn(OVERLOAD * peak.rate));
  }
  const kept = median(turns.over.map(({ good }, round) => good / (turns.peak[round]?.good ?? NaN)));
  const text = [
    `Measured on ${machine()}. ${Number(values.products).toLocaleString('en')} products; the last two rows are medians of ${values.rounds} rounds of ${seconds} s, by turns. ${shop.isPinned ? 'The visits come from the last core, the shop has the others.' : 'The visits come from the cores of the shop.'}`,
    '',
    table(
      ['visits/s', 'good answers/s', 'refused', 'late', 'failed', 'p50 of good', 'p99'],
      [...steps, medians(turns.peak), medians(turns.over)].map(row),
    ),
    '',
    `With ${OVERLOAD} times the visits it gives **${Math.round(100 * kept)} %** of the good answers of that peak. What becomes of each kind of visit then:`,
    '',
    table(['visit', ...FATES], rowsOfKinds(turns.over)),
  ].join('\n');
  console.log(text);
  if (values.write) await write(text, 'bench:overload');
});

/** @param {Turn} turn */
function isServed({ rate, good }) {
  return good >= SERVED * rate;
}

/**
 * @param {number} rate
 * @param {number} seconds
 * @param {import('./traffic.mjs').Outcome} outcome
 * @returns {Turn}
 */
function turnOf(rate, seconds, { kinds, p50, p99 }) {
  const sum = (/** @type {Fate} */ key) => Object.values(kinds).reduce((total, count) => total + count[key], 0);
  const all = sum('good') + sum('refused') + sum('failed') + sum('late');
  return {
    rate,
    good: sum('good') / seconds,
    refused: sum('refused') / all,
    failed: sum('failed') / all,
    late: sum('late') / all,
    p50,
    p99,
    kinds,
  };
}

/** What became of each kind of visit and of each priority, all turns together. @param {Turn[]} turns @returns {string[][]} */
function rowsOfKinds(turns) {
  const counts = turns.flatMap(({ kinds }) => Object.entries(kinds).map(([kind, count]) => ({ kind, ...count })));
  const priorities = [...new Set(counts.map(({ priority }) => priority))];
  return priorities.flatMap((priority) => {
    const own = counts.filter((count) => count.priority === priority);
    const kinds = [...new Set(own.map(({ kind }) => kind))];
    return [
      rowOf(`**${priority}**`, own),
      ...kinds.map((kind) =>
        rowOf(
          kind,
          own.filter((count) => count.kind === kind),
        ),
      ),
    ];
  });
}

/** @param {string} name @param {import('./traffic.mjs').Count[]} counts */
function rowOf(name, counts) {
  const sums = FATES.map((fate) => counts.reduce((total, count) => total + count[fate], 0));
  const all = sums.reduce((total, sum) => total + sum);
  return [name, ...sums.map((sum) => share(sum / all))];
}

/** @param {Turn[]} turns @returns {Turn} */
function medians(turns) {
  const of = (/** @type {Exclude<keyof Turn, 'kinds'>} */ key) => median(turns.map((turn) => turn[key]));
  return {
    rate: of('rate'),
    good: of('good'),
    refused: of('refused'),
    failed: of('failed'),
    late: of('late'),
    p50: of('p50'),
    p99: of('p99'),
    kinds: {},
  };
}

/** @param {number} value */
function share(value) {
  return `${(100 * value).toFixed(1)} %`;
}

/** @param {Turn} turn */
function row({ rate, good, refused, late, failed, p50, p99 }) {
  return [
    Math.round(rate).toLocaleString('en'),
    Math.round(good).toLocaleString('en'),
    share(refused),
    share(late),
    share(failed),
    `${p50} ms`,
    `${p99} ms`,
  ];
}
