import { Places, TooFewConnections } from '../../../src/platform/database/shared-pool.js';

type Lane = Parameters<Places['take']>[0];

/** Places, and a way to take one that records the outcome: `null` while the caller waits. */
function opened(count: number, keeps = true) {
  const places = new Places(count, keeps);
  const take = (lane: Lane) => {
    const request = { got: null as null | 'place' | Error, giveBack: () => {} };
    places.take(lane, (error, giveBack) => {
      request.got = error ?? 'place';
      request.giveBack = giveBack;
    });
    return request;
  };
  const several = (lane: Lane, of: number) => Array.from({ length: of }, () => take(lane));
  return { places, take, several };
}

const got = (requests: { got: unknown }[]) => requests.filter((request) => request.got === 'place').length;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([
  [15, 10, 14],
  [6, 4, 5],
  [3, 2, 2],
  [2, 1, 1],
  [1, 1, 1],
])(
  'of %i connections other calls hold at most %i, payments and they %i, and health checks the rest',
  (count, others, payments) => {
    const { several } = opened(count);
    expect(got(several('other', count + 1))).toBe(others);
    expect(got(several('payment', count + 1))).toBe(payments - others);
    expect(got(several('health', count + 1))).toBe(count - payments);
  },
);

test('payments may use every connection that other calls leave', () => {
  const { several } = opened(15);
  expect(got(several('payment', 20))).toBe(14);
  expect(got(several('other', 20))).toBe(0);
});

test('health checks hold at most two connections and never delay payments', () => {
  const { several } = opened(15);
  expect(got(several('health', 15))).toBe(2);
  expect(got(several('payment', 15))).toBe(13);
});

test('a process without reservation gives every connection to any lane', () => {
  expect(got(opened(5, false).several('other', 9))).toBe(5);
});

test('a released connection goes, once, to the longest waiting caller of the first lane that may have it', () => {
  const { take, several } = opened(3);
  const [first] = several('other', 2);
  const [early, late] = [take('other'), take('other')];
  const payment = take('payment');
  first?.giveBack();
  first?.giveBack();
  expect([payment, early, late].map((request) => request.got)).toEqual(['place', null, null]);
  payment.giveBack();
  expect([early, late].map((request) => request.got)).toEqual(['place', null]);
});

test('other calls are refused after 5 s and payments after 10 s, and they leave the queue', () => {
  const { places, take, several } = opened(3);
  const holders = several('payment', 2);
  const [other, payment] = [take('other'), take('payment')];
  jest.advanceTimersByTime(4_999);
  expect([other.got, places.isExhausted]).toEqual([null, true]);
  jest.advanceTimersByTime(1);
  expect([other.got, payment.got]).toEqual([expect.any(TooFewConnections), null]);
  jest.advanceTimersByTime(5_000);
  expect(payment.got).toBeInstanceOf(TooFewConnections);
  for (const holder of holders) holder.giveBack();
  expect([places.busy, places.queued, places.refused, places.isExhausted]).toEqual([0, 0, 2, false]);
});

test('health checks are refused after 1 s', () => {
  const { take, several } = opened(3);
  several('health', 2);
  const third = take('health');
  jest.advanceTimersByTime(999);
  expect(third.got).toBeNull();
  jest.advanceTimersByTime(1);
  expect(third.got).toBeInstanceOf(TooFewConnections);
});

test('at most 2,000 callers wait, and the next is refused immediately', () => {
  const { several, take } = opened(1);
  several('other', 2_001);
  expect(take('other').got).toBeInstanceOf(TooFewConnections);
});
