// @ts-check
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from '../../backend/launch/launcher.mjs';
import { ROOT } from '../../backend/launch/settings.mjs';
import { startBusyShop } from './busy-shop.mjs';
import { MIX, PRIORITIES } from './mix.mjs';
import { capacityOf, simulate } from './sale-model.mjs';
import { cpuTime, familyCpuTime, isMeasurable } from '../support/process-stats.mjs';
import { machine, table, write } from '../support/report.mjs';

const WARM_UP = { rate: 20, seconds: 60 };
/** Visits of one kind alone, for the CPU time that one takes. */
const ALONE = { rate: 10, seconds: 8 };
const PAUSE_MS = 3_000;
const OVERLOAD = 5;
/**
 * A sale: `times` the usual visits, which use a tenth of the cores. The queue is in balance after seconds, so half a minute says what
 * ten minutes would.
 */
const SALE = { times: 100, seconds: 30, usualShare: 0.1 };
const CORES = [2, 8, 32];

/*
 * `npm run bench:sale`: the CPU time of each kind of visit, what a queueing model makes of it at five times the capacity, beside what the shop
 * does then, and what the model says of a sale on more cores. See docs/scaling.md.
 */
if (!isMeasurable) throw new Error('The figures are read from /proc, which only Linux has.');
await launch(async ({ onStop }) => {
  const { values } = parseArgs({
    options: {
      products: { type: 'string', default: '2000' },
      seconds: { type: 'string', default: '10' },
      data: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const shop = await startBusyShop(onStop, Number(values.products), values.data);
  await shop.settle();
  await shop.visit(WARM_UP.rate, WARM_UP.seconds);
  await sleep(PAUSE_MS);

  const kinds = await measureKinds(shop);
  // The cores that are left to this process and the shop.
  const cores = availableParallelism();
  const rows = await compareWithModel(shop, kinds, cores, Number(values.seconds));
  const text = [
    `Measured on ${machine()}, of which the shop has ${cores}. ${number(Number(values.products))} products. One visit of each kind takes, in milliseconds of CPU:`,
    '',
    table(
      ['visit', 'share', 'web', 'backend', 'PostgreSQL', 'together'],
      kinds.map(({ name, share, parts, cpuMs }) => [
        name,
        percent(share),
        ...parts.map((part) => part.toFixed(1)),
        cpuMs.toFixed(1),
      ]),
    ),
    '',
    `The mix takes ${(1_000 / capacityOf(kinds, 1)).toFixed(1)} ms: ${number(capacityOf(kinds, 1))} visits a second for each core. The model beside the shop:`,
    '',
    table(['', 'visits/s', 'good answers/s', 'good', 'refused', 'late'], rows),
    '',
    `The model of a sale: ${SALE.times} times the usual visits, where the usual ones take a tenth of the cores.`,
    '',
    table(
      ['cores', 'usual visits/s', 'visits/s', 'good/s', 'of capacity', 'payments served', 'p99 of good'],
      CORES.map((count) => saleOn(kinds, count)),
    ),
  ].join('\n');
  console.log(text);
  if (values.write) await write(text, 'bench:sale', path.join(ROOT, 'docs/scaling.md'));
});

/** @typedef {Awaited<ReturnType<typeof startBusyShop>>} BusyShop */
/** @typedef {import('./sale-model.mjs').Kind & { parts: number[] }} MeasuredKind `parts`: CPU time of web, backend, PostgreSQL */

/**
 * Sends visits of one kind after the other.
 *
 * @param {BusyShop} shop
 * @returns {Promise<MeasuredKind[]>}
 */
async function measureKinds(shop) {
  const cpu = () => [cpuTime(shop.pids.web), cpuTime(shop.pids.backend), familyCpuTime(shop.postmaster)];
  /** @type {MeasuredKind[]} */
  const kinds = [];
  const all = Object.values(MIX).reduce((sum, { share }) => sum + share, 0);
  for (const [name, { share, priority }] of Object.entries(MIX)) {
    const before = cpu();
    await shop.visit(ALONE.rate, ALONE.seconds, name);
    const parts = cpu().map((after, part) => (after - (before[part] ?? 0)) / (ALONE.rate * ALONE.seconds) / 1_000);
    const cpuMs = parts.reduce((sum, part) => sum + part);
    kinds.push({ name, share: share / all, priority: PRIORITIES.indexOf(priority), parts, cpuMs });
  }
  return kinds;
}

/**
 * Sends more and more visits of all kinds.
 *
 * @param {BusyShop} shop
 * @param {MeasuredKind[]} kinds
 * @param {number} cores
 * @param {number} seconds of each rate
 * @returns {Promise<string[][]>} rows of what the model says, and what the shop does
 */
async function compareWithModel(shop, kinds, cores, seconds) {
  const capacity = capacityOf(kinds, cores);
  const rows = [];
  for (const times of [0.5, 1, OVERLOAD]) {
    const rate = Math.round(times * capacity);
    const model = simulate({ kinds, cores, rate: () => rate, seconds });
    const { kinds: real } = await shop.visit(rate, seconds);
    await sleep(PAUSE_MS);
    const sum = (/** @type {'good' | 'refused' | 'late' | 'failed'} */ key) =>
      Object.values(real).reduce((total, count) => total + count[key], 0);
    const seen = { good: sum('good'), refused: sum('refused'), late: sum('late') + sum('failed') };
    for (const [name, count] of Object.entries({ model: model.all, 'the shop': seen })) {
      const good = number(count.good / seconds);
      rows.push([`${times} × the capacity, ${name}`, number(rate), good, ...shares(count, rate * seconds)]);
    }
  }
  return rows;
}

/**
 * What the model says of a sale.
 *
 * @param {MeasuredKind[]} kinds
 * @param {number} cores
 */
function saleOn(kinds, cores) {
  const capacity = capacityOf(kinds, cores);
  const usual = SALE.usualShare * capacity;
  const { all, byKind, p99 } = simulate({ kinds, cores, rate: () => SALE.times * usual, seconds: SALE.seconds });
  const paid = byKind['order and payment'] ?? { good: 0, refused: 0, late: 0 };
  return [
    String(cores),
    number(usual),
    number(SALE.times * usual),
    number(all.good / SALE.seconds),
    percent(all.good / SALE.seconds / capacity),
    percent(paid.good / (paid.good + paid.refused + paid.late)),
    `${Math.round(p99)} ms`,
  ];
}

/** @param {{ good: number, refused: number, late: number }} count @param {number} total */
function shares({ good, refused, late }, total) {
  return [good, refused, late].map((each) => percent(each / total));
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/** @param {number} value */
function number(value) {
  return Math.round(value).toLocaleString('en');
}
