// @ts-check
import { percentile } from '../support/statistics.mjs';

/*
 * A queueing model of the shop under more visits than it can serve: cores that serve one visit at a time, and in front of them the
 * web server's queue with its rules (`web/server/limits/lane.ts`, decision 27). It answers in seconds what a real sale would
 * take an hour and a cluster to show, and a real run checks it: see `sale.mjs`.
 */

/**
 * @typedef {object} Kind of visit
 * @property {string} name
 * @property {number} priority 0 is served first
 * @property {number} share of the visits, as a fraction
 * @property {number} cpuMs CPU time of all processes for one visit
 */
/**
 * @typedef {object} Scenario
 * @property {Kind[]} kinds
 * @property {number} cores that serve visits
 * @property {(second: number) => number} rate visits per second at a second
 * @property {number} seconds
 */
/**
 * `good` visits were answered within `GOOD_MS`, `late` ones were not, `refused` ones were turned away at once.
 *
 * @typedef {{ good: number, refused: number, late: number }} Count
 */
/** @typedef {{ all: Count, byKind: Record<string, Count>, p99: number, busy: number }} Prediction
 * `p99` of good answers in milliseconds, `busy` the share of the cores' time that was used */

/** As the bench's shoppers: they leave after that. */
export const GOOD_MS = 1_000;
/** The queue's rules, from `web/server/limits/limits.ts`: places for each core's renders, and how long visits may wait. */
const QUEUE = { waits: 256, waitMs: 2_000, standingWaitMs: 250, standingAfterMs: 1_000, fairTurn: 8 };
/** CPU time of a refusal: a connection, a head, a short answer. */
const REFUSAL_MS = 0.3;

/**
 * Simulates visits that arrive as a Poisson process and take exponentially distributed CPU time (an M/M/c queue with priorities and
 * a bounded wait).
 *
 * @param {Scenario} scenario
 * @returns {Prediction}
 */
export function simulate({ kinds, cores, rate, seconds }) {
  const random = randomNumbers();
  /** @type {Record<string, Count>} */
  const byKind = Object.fromEntries(kinds.map(({ name }) => [name, { good: 0, refused: 0, late: 0 }]));
  const countOf = (/** @type {Kind} */ kind) => /** @type {Count} */ (byKind[kind.name]);
  /** The time at which each core is free. */
  const free = Array.from({ length: cores }, () => 0);
  /** By priority, each in order of arrival. @type {{ kind: Kind, at: number, until: number }[][]} */
  const queues = [];
  for (const { priority } of kinds) queues[priority] ??= [];
  /** @type {number[]} */
  const times = [];
  const meanMs = kinds.reduce((sum, { share, cpuMs }) => sum + share * cpuMs, 0);
  let [waiting, starts, emptyAt, busyMs] = [0, 0, 0, 0];

  const earliest = () => free.reduce((least, time, core) => (time < (free[least] ?? 0) ? core : least), 0);
  const occupy = (/** @type {number} */ core, /** @type {number} */ from, /** @type {number} */ ms) => {
    free[core] = from + ms;
    busyMs += ms;
    return from + ms;
  };
  const refuse = (/** @type {Kind} */ kind, /** @type {number} */ now) => {
    countOf(kind).refused += 1;
    const core = earliest();
    occupy(core, Math.max(now, free[core] ?? 0), REFUSAL_MS);
  };
  /** The visit to serve next: the first of the first priority, at each fair turn whoever has waited longest. */
  const next = () => {
    const isFair = (starts += 1) % QUEUE.fairTurn === 0;
    const heads = queues.filter((queue) => queue && queue.length > 0);
    const queue = isFair ? heads.toSorted((a, b) => (a[0]?.at ?? 0) - (b[0]?.at ?? 0))[0] : heads[0];
    waiting -= 1;
    return /** @type {{ kind: Kind, at: number, until: number }} */ (queue?.shift());
  };
  /** Serves who waits, until a time. */
  const serve = (/** @type {number} */ now) => {
    for (let core = earliest(); waiting > 0 && (free[core] ?? 0) <= now; core = earliest()) {
      const { kind, at, until } = next();
      const from = Math.max(at, free[core] ?? 0);
      if (from > until) refuse(kind, until);
      else {
        const took = occupy(core, from, kind.cpuMs * exponential(random)) - at;
        if (took <= GOOD_MS) times.push(took);
        countOf(kind)[took <= GOOD_MS ? 'good' : 'late'] += 1;
      }
    }
    if (waiting === 0) emptyAt = now;
  };

  for (let now = 0; ;) {
    now += (exponential(random) * 1_000) / Math.max(rate(now / 1_000), 1e-9);
    if (now >= seconds * 1_000) break;
    serve(now);
    const kind = drawn(kinds, random);
    const isStanding = now - emptyAt > QUEUE.standingAfterMs;
    const waitMs = isStanding ? QUEUE.standingWaitMs : QUEUE.waitMs;
    const ahead = queues.slice(0, kind.priority + 1).reduce((sum, queue) => sum + (queue?.length ?? 0), 0);
    if (waiting >= QUEUE.waits * cores || (ahead * meanMs) / cores > waitMs) refuse(kind, now);
    else {
      queues[kind.priority]?.push({ kind, at: now, until: now + waitMs });
      waiting += 1;
      serve(now);
    }
  }
  serve(Infinity);
  const sum = (/** @type {keyof Count} */ key) => Object.values(byKind).reduce((total, count) => total + count[key], 0);
  return {
    all: { good: sum('good'), refused: sum('refused'), late: sum('late') },
    byKind,
    p99: percentile(times, 0.99),
    busy: busyMs / (cores * seconds * 1_000),
  };
}

/**
 * The most visits per second that cores can serve.
 *
 * @param {Kind[]} kinds
 * @param {number} cores
 */
export const capacityOf = (kinds, cores) =>
  (1_000 * cores) / kinds.reduce((sum, { share, cpuMs }) => sum + share * cpuMs, 0);

/** @param {Kind[]} kinds @param {() => number} random @returns {Kind} */
function drawn(kinds, random) {
  let left = random() * kinds.reduce((sum, { share }) => sum + share, 0);
  const found = kinds.find(({ share }) => (left -= share) < 0) ?? kinds.at(-1);
  return /** @type {Kind} */ (found);
}

const exponential = (/** @type {() => number} */ random) => -Math.log(1 - random());

/** Returns the same numbers from 0 to 1 each time (mulberry32, public domain): equal scenarios, equal outcomes. */
function randomNumbers() {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
