/** @jest-environment node */
import { Lane, type Entrant, type LaneSize } from '../../../server/limits/lane';
import { PRIORITIES, priorityOf, type Priority } from '../../../server/limits/priority';

const { payment, checkout, account, product, list, crawler } = PRIORITIES;
const SIZE: LaneSize = { runs: 1, waits: 100, waitMs: 2_000, standingWaitMs: 400, callerShare: 1 };

beforeEach(() => jest.useFakeTimers());

interface Visit extends Entrant {
  outcome: 'waits' | 'runs' | 'refused';
  came: number;
  waited: number;
}

let callers = 0;

/** Enters a lane. */
function come(lane: Lane, priority: Priority = product, caller = `caller ${(callers += 1)}`): Visit {
  const end = (outcome: Visit['outcome']) => Object.assign(visit, { outcome, waited: performance.now() - visit.came });
  const visit: Visit = {
    caller,
    priority,
    outcome: 'waits',
    came: performance.now(),
    waited: 0,
    run: () => end('runs'),
    refuse: () => end('refused'),
  };
  lane.enter(visit);
  return visit;
}

/** A lane that has served one after the other, each in so many milliseconds, and whose only place is taken. */
function laneServingIn(ms: number, size: Partial<LaneSize> = {}) {
  const lane = new Lane({ ...SIZE, ...size });
  const visits = Array.from({ length: 60 }, () => come(lane, checkout));
  for (const visit of visits.slice(0, -1)) {
    jest.advanceTimersByTime(visit.outcome === 'runs' ? ms : 0);
    lane.leave(visit);
  }
  return { lane, last: visits.at(-1)! };
}

test('a caller that would wait longer than two seconds is refused at once', () => {
  const { lane } = laneServingIn(30);
  const burst = Array.from({ length: 90 }, () => come(lane));
  expect(burst.filter(({ outcome, waited }) => outcome === 'refused' && waited === 0).length).toBeGreaterThan(15);
  expect(burst.slice(0, 60).every(({ outcome }) => outcome === 'waits')).toBe(true);
});

test('a caller that has waited two seconds is refused', () => {
  const lane = new Lane(SIZE);
  come(lane);
  const visit = come(lane);
  jest.advanceTimersByTime(1_999);
  expect(visit.outcome).toBe('waits');
  jest.advanceTimersByTime(1);
  expect(visit.outcome).toBe('refused');
});

test('the queue serves payment, checkout, account, product, list and crawler in this order, and each in order of arrival', () => {
  const lane = new Lane(SIZE);
  let running = come(lane);
  const priorities = [crawler, list, product, list, account, checkout, payment] as const;
  const visits = priorities.map((priority) => come(lane, priority));
  const order: Visit[] = [];
  while (order.length < visits.length) {
    lane.leave(running);
    running = visits.find((visit) => visit.outcome === 'runs' && !order.includes(visit))!;
    order.push(running);
  }
  expect(order.map((visit) => visits.indexOf(visit))).toEqual([6, 5, 4, 2, 1, 3, 0]);
});

test('one start in eight goes to the caller that has waited longest', () => {
  const lane = new Lane({ ...SIZE, waitMs: 60_000 });
  let running = come(lane);
  const last = come(lane, crawler);
  for (let nth = 0; nth < 8 && last.outcome === 'waits'; nth += 1) {
    const next = come(lane, checkout);
    lane.leave(running);
    running = next;
  }
  expect(last.outcome).toBe('runs');
});

test('a full queue refuses the last that came of the last priority for somebody more important, and nobody for an equal', () => {
  const lane = new Lane({ ...SIZE, waits: 3 });
  come(lane);
  const [early, late, shopper] = [come(lane, list), come(lane, list), come(lane, product)];
  const buyer = come(lane, checkout);
  expect([early, late, shopper, buyer].map(({ outcome }) => outcome)).toEqual(['waits', 'refused', 'waits', 'waits']);
  expect(come(lane, list).outcome).toBe('refused');
  expect(early.outcome).toBe('waits');
});

test('a queue that has stood for a second lets newcomers wait only briefly', () => {
  const lane = new Lane(SIZE);
  come(lane);
  jest.advanceTimersByTime(0);
  const early = come(lane);
  jest.advanceTimersByTime(1_001);
  const late = [come(lane, product), come(lane, checkout)];
  jest.advanceTimersByTime(400);
  expect(late.map(({ outcome }) => outcome)).toEqual(['refused', 'refused']);
  expect(early.outcome).toBe('waits');
});

test('one caller has its share of the places that a lane has now', () => {
  const lane = new Lane({ ...SIZE, runs: 64, callerShare: 1 / 2 }, { limit: 4, ended: () => undefined });
  const flood = Array.from({ length: 10 }, () => come(lane, product, 'one'));
  expect(flood.filter(({ outcome }) => outcome === 'runs')).toHaveLength(2);
  expect(come(lane).outcome).toBe('runs');
});

test('a lane runs no more than its concurrency limit at once, and reports how long each took', () => {
  const ended = jest.fn();
  const concurrency = { limit: 3, ended };
  const lane = new Lane({ ...SIZE, runs: 8 }, concurrency);
  const visits = Array.from({ length: 8 }, () => come(lane));
  const count = (outcome: Visit['outcome']) => visits.filter((visit) => visit.outcome === outcome).length;
  expect(count('runs')).toBe(3);
  jest.advanceTimersByTime(70);
  concurrency.limit = 5;
  lane.leave(visits[0]!);
  expect(ended.mock.calls).toEqual([[70, 3]]);
  // The place that became free, and two more.
  expect(count('runs')).toBe(6);
});

test('at five times its capacity a lane goes on at full rate and answers nearly everybody within a second', () => {
  const lane = new Lane({ ...SIZE, runs: 8, waits: 256 });
  const visits: Visit[] = [];
  const shoppers = Array.from({ length: 9 }, () => [product, list] as const).flat();
  const mix = [checkout, account, ...shoppers];
  /** Renders of 100 ms, eight at once: eighty in a second. */
  const leave = new Map<Visit, number>();
  for (let ms = 0; ms < 20_000; ms += 5) {
    if (ms % 20 === 0) for (let nth = 0; nth < 8; nth += 1) visits.push(come(lane, mix[visits.length % mix.length]));
    for (const visit of visits) if (visit.outcome === 'runs' && !leave.has(visit)) leave.set(visit, ms + 100);
    for (const [visit, at] of leave) if (at === ms) lane.leave(visit);
    jest.advanceTimersByTime(5);
  }
  const steady = visits.filter(({ came }) => came >= visits[0]!.came + 3_000 && came < visits[0]!.came + 19_000);
  const served = steady.filter(({ outcome }) => outcome === 'runs');
  const good = served.filter(({ waited }) => waited < 900);
  expect(steady.length).toBe(5 * 80 * 16);
  expect(good.length / 16).toBeGreaterThan(0.8 * 80);
  expect(good.length / served.length).toBeGreaterThan(0.95);
  expect(served.filter(({ priority }) => priority === checkout).length).toBe(steady.length / mix.length);
  expect(steady.filter(({ outcome, waited }) => outcome === 'refused' && waited > 2_000)).toEqual([]);
});

describe('priorities', () => {
  const browser = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
  const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  test.each([
    ['/api/paybox/payment/', payment],
    ['/api/orders/7/pay/', payment],
    ['/api/stripe-webhook/', payment],
    ['/healthz', payment],
    ['/placeorder', checkout],
    ['/api/placeorder/', checkout],
    ['/orders/7.data', checkout],
    ['/api/orders/7/', checkout],
    ['/assets/entry.js', checkout],
    ['/media/a.webp', product],
    ['/api/coupons/check/', checkout],
    ['/cart', account],
    ['/auth/jwt/create/', account],
    ['/', product],
    ['/_root.data?index', product],
    ['/products/5', product],
    ['/api/products/5/', product],
    ['/search?keyword=v%C3%A1y', list],
    ['/api/products/?page=2', list],
    ['/made-up', list],
  ])('of %s is %i', (url, priority) => {
    expect(priorityOf({ url, headers: { 'user-agent': browser } })).toBe(priority);
  });

  test('a crawler comes last, whatever it reads', () => {
    for (const url of ['/', '/products/5', '/search'])
      expect(priorityOf({ url, headers: { 'user-agent': robot } })).toBe(crawler);
  });

  test('a signed-in call is the account’s', () => {
    expect(priorityOf({ url: '/api/favorites/', headers: { authorization: 'JWT x' } })).toBe(account);
  });
});
