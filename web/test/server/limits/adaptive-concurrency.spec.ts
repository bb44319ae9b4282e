/** @jest-environment node */
import { AdaptiveConcurrency } from '../../../server/limits/adaptive-concurrency';

let now = 0;
beforeEach(() => {
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

/** Orders and calls of a server that answers in 250 ms at most, on average. */
function orderAndCalls() {
  const concurrency = new AdaptiveConcurrency([
    { max: 64, min: 8, targetMs: 250 },
    { max: 160, min: 4, targetMs: 250 },
  ]);
  return { orders: concurrency.of(0), calls: concurrency.of(1) };
}
type Lane = ReturnType<typeof orderAndCalls>['calls'];

/** So many requests in a row, each of which took so long, with the lane full. */
function serve(lane: Lane, count: number, tookMs: number) {
  for (let nth = 0; nth < count; nth++) {
    now += 20;
    lane.ended(tookMs, Math.floor(lane.limit));
  }
}

test('while answers are in time, each lane may run as many as it has places', () => {
  const { orders, calls } = orderAndCalls();
  serve(orders, 50, 240);
  serve(calls, 50, 240);
  expect([orders.limit, calls.limit]).toEqual([64, 160]);
});

test('long calls, as long as they are fewer than the quick ones, change nothing', () => {
  const { calls } = orderAndCalls();
  for (let nth = 0; nth < 100; nth++) {
    serve(calls, 3, 20);
    serve(calls, 2, 3_000);
  }
  expect(calls.limit).toBe(160);
});

test('slow calls are run fewer at once, never fewer than the least; orders are not', () => {
  const { orders, calls } = orderAndCalls();
  serve(calls, 500, 600);
  expect([orders.limit, calls.limit]).toEqual([64, 4]);
});

test('slow orders take from the calls first, then from themselves', () => {
  const { orders, calls } = orderAndCalls();
  serve(calls, 20, 20);
  serve(orders, 80, 600);
  expect(orders.limit).toBe(64);
  expect(calls.limit).toBeLessThan(160);
  serve(orders, 500, 600);
  expect([orders.limit, calls.limit]).toEqual([8, 4]);
});

test('calls get no more while orders are slow, and more again once they are quick, or nobody orders any more', () => {
  const { orders, calls } = orderAndCalls();
  serve(orders, 500, 600);
  serve(calls, 20, 20);
  expect(calls.limit).toBe(4);
  now += 2_000;
  serve(calls, 2_000, 20);
  expect(calls.limit).toBe(160);
});

test('the limit of a lane does not grow while the lane is not full', () => {
  const { calls } = orderAndCalls();
  serve(calls, 500, 600);
  now += 2_000;
  for (let nth = 0; nth < 500; nth++) calls.ended(20, 2);
  expect(calls.limit).toBe(4);
});
