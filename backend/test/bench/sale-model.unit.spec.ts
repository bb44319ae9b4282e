import { GOOD_MS, capacityOf, simulate, type Kind } from '../../../bench/endurance/sale-model.mjs';

const kind = (name: string, more: Partial<Kind> = {}): Kind => ({ name, priority: 2, share: 1, cpuMs: 10, ...more });
const run = (kinds: Kind[], cores: number, load: number, seconds = 300) =>
  simulate({ kinds, cores, rate: () => load * capacityOf(kinds, cores), seconds });

test('the capacity is the cores’ time over the time of a mean visit', () => {
  const kinds = [kind('cheap', { share: 0.75, cpuMs: 4 }), kind('dear', { share: 0.25, cpuMs: 28 })];
  expect(capacityOf(kinds, 1)).toBe(100);
  expect(capacityOf(kinds, 8)).toBe(800);
});

test('one core at half of its load answers as an M/M/1 queue does', () => {
  // The time in the system is exponential with the rate μ - λ (Kleinrock 1975, 3.2): its 99th percentile is ln 100 / (100 - 50) s.
  const { all, p99, busy } = run([kind('page')], 1, 0.5, 2_000);
  expect(all.refused).toBe(0);
  expect(busy).toBeCloseTo(0.5, 1);
  expect(p99 / ((Math.log(100) / 50) * 1_000)).toBeCloseTo(1, 1);
});

test('every visit ends in one way, and equal seeds give equal outcomes', () => {
  const kinds = [kind('pay', { priority: 0, share: 0.2 }), kind('list', { priority: 3, share: 0.8, cpuMs: 20 })];
  const { all, byKind } = run(kinds, 2, 3);
  const sums = Object.values(byKind).reduce((sum, each) => sum + each.good + each.refused + each.late, 0);
  expect(all.good + all.refused + all.late).toBe(sums);
  expect(run(kinds, 2, 3).all).toEqual(all);
});

test('five times the capacity leaves four fifths of the goodput at least, payments first', () => {
  const kinds = [
    kind('pay', { priority: 0, share: 0.1 }),
    kind('product', { share: 0.5 }),
    kind('list', { priority: 3, share: 0.4 }),
  ];
  for (const cores of [1, 8]) {
    const { all, byKind } = run(kinds, cores, 5);
    expect(all.good / 300).toBeGreaterThan(0.8 * capacityOf(kinds, cores));
    const { pay, list } = byKind;
    expect(pay!.good / (pay!.good + pay!.refused + pay!.late)).toBeGreaterThan(0.99);
    expect(list!.refused).toBeGreaterThan(list!.good);
  }
});

test('refused and late requests do not count as served in time', () => {
  const { all, p99 } = run([kind('slow', { cpuMs: 900 })], 1, 0.9);
  expect(all.late + all.refused).toBeGreaterThan(0);
  expect(p99).toBeLessThanOrEqual(GOOD_MS);
});
