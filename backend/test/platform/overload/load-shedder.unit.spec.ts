import { LoadShedder } from '../../../src/platform/overload/load-shedder.js';

const [LIST, PAGE, CHECKOUT] = [0, 1, 2];
const TARGETS = [40, 80, 400];
const TICK_MS = 20;
const MANY = 50;

/** A shedder whose clock and event loop the test moves. */
function shedderAt() {
  const shedder = new LoadShedder(TARGETS);
  let now = 0;
  return {
    shedder,
    /** The loop is so late at every sample, for a while. */
    late(ms: number, forMs: number, inFlight = MANY) {
      for (const end = now + forMs; now < end;) {
        now += TICK_MS + ms;
        shedder.sample(ms, inFlight, now);
      }
    },
    /** The share of the given number of requests that is shed. */
    shed: (rank: number | undefined, count = 100) =>
      Array.from({ length: count }, () => shedder.sheds(rank)).filter(Boolean).length / count,
  };
}

test('an event loop that is on time sheds nothing', () => {
  const { late, shed } = shedderAt();
  late(15, 10_000);
  expect([LIST, PAGE, CHECKOUT].map((rank) => shed(rank))).toEqual([0, 0, 0]);
});

test('a single long turn of the event loop sheds nothing', () => {
  const { late, shed } = shedderAt();
  late(0, 1_000);
  late(3_000, 1);
  late(0, 200);
  expect(shed(LIST)).toBe(0);
});

test('a burst, after which the loop is on time within a tenth of a second, sheds nothing', () => {
  const { late, shed } = shedderAt();
  for (let burst = 0; burst < 20; burst++) {
    late(60, 60);
    late(0, 100);
  }
  expect(shed(LIST)).toBe(0);
});

test('a loop that is late in every second turn is overloaded, because most requests come in the long ones', () => {
  const { late, shed } = shedderAt();
  for (let turn = 0; turn < 20; turn++) {
    late(300, 1);
    late(0, 1);
  }
  expect([LIST, PAGE, CHECKOUT].map((rank) => shed(rank))).toEqual([1, 1, 0]);
});

test('while few requests are in flight, something else delays the loop, and nothing is shed', () => {
  const { late, shed } = shedderAt();
  late(300, 10_000, 19);
  expect(shed(LIST)).toBe(0);
});

test('a loop that stays late sheds the least important requests first, and more of them from step to step', () => {
  const { late, shed, shedder } = shedderAt();
  const levels = Array.from({ length: 6 }, () => {
    late(60, 320);
    expect(shed(PAGE)).toBe(0);
    return shedder.level;
  });
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  expect(levels[0]).toBeGreaterThan(0);
  expect(levels[0]).toBeLessThan(1);
  late(60, 5_000);
  expect([LIST, PAGE, CHECKOUT].map((rank) => shed(rank))).toEqual([1, 0, 0]);
});

test.each([
  [60, [1, 0, 0]],
  [200, [1, 1, 0]],
  [1_000, [1, 1, 1]],
])('a delay of %i ms that does not end sheds these shares: %j', (ms, shares) => {
  const { late, shed } = shedderAt();
  late(ms, 60_000);
  expect([LIST, PAGE, CHECKOUT].map((rank) => shed(rank))).toEqual(shares);
});

test('requests without a priority, such as health checks, are never shed', () => {
  const { late, shed } = shedderAt();
  late(9_000, 120_000);
  expect([shed(undefined), shed(TARGETS.length)]).toEqual([0, 0]);
});

test('every other request of a half-shed priority is shed', () => {
  const { shedder } = shedderAt();
  shedder.level = 1.5;
  expect(Array.from({ length: 6 }, () => shedder.sheds(PAGE))).toEqual([false, true, false, true, false, true]);
});

test('between half of the target and the target nothing changes; below it requests come back, the most important first', () => {
  const { late, shed, shedder } = shedderAt();
  late(200, 60_000);
  expect(shedder.level).toBe(2);
  late(60, 5_000);
  expect(shedder.level).toBe(2);
  late(5, 1_500);
  expect(shed(LIST)).toBe(1);
  expect(shed(PAGE)).toBeLessThan(0.5);
  late(5, 10_000);
  expect(shed(LIST)).toBe(0);
});

test('five times as many requests as the loop can serve: those that matter most are served in time, the rest is shed', () => {
  const shedder = new LoadShedder(TARGETS);
  // Each request takes 5 ms; 1,000 come in a second, of which 100 are for the checkout and 300 for pages.
  const ranks = [CHECKOUT, PAGE, PAGE, PAGE, LIST, LIST, LIST, LIST, LIST, LIST];
  const served = [0, 0, 0];
  const came = [0, 0, 0];
  let arrived = 0;
  let late = 0;
  for (let now = 0, sampled = 0; now < 30_000;) {
    // One turn of the loop: everything that came during the last one.
    const begin = now;
    let turn = 1;
    for (; arrived < begin; arrived++) {
      const rank = ranks[arrived % ranks.length] ?? LIST;
      const isCounted = begin > 5_000;
      if (isCounted) came[rank] = (came[rank] ?? 0) + 1;
      if (shedder.sheds(rank)) continue;
      turn += 5;
      if (isCounted && begin - arrived + turn > 1_000) late += 1;
      if (isCounted) served[rank] = (served[rank] ?? 0) + 1;
    }
    now += turn;
    if (now - sampled < TICK_MS) continue;
    shedder.sample(now - sampled - TICK_MS, MANY, now);
    sampled = now;
  }
  const [lists = 0, pages = 0, checkouts = 0] = served;
  expect(checkouts).toBeGreaterThan(0.95 * (came[CHECKOUT] ?? 0));
  expect(lists + pages + checkouts).toBeGreaterThan(0.8 * 200 * 25);
  expect(pages).toBeGreaterThan(lists);
  expect(late).toBe(0);
});
