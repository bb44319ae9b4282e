import { Places, TooFewConnections } from '../../src/db/shared-pool.js';

type Lane = Parameters<Places['take']>[0];

/** Places, and what became of those who asked: `null` while they wait. */
function opened(count: number, keeps = true) {
  const places = new Places(count, keeps);
  const take = (lane: Lane) => {
    const asked = { got: null as null | 'place' | Error, giveBack: () => {} };
    places.take(lane, (error, giveBack) => {
      asked.got = error ?? 'place';
      asked.giveBack = giveBack;
    });
    return asked;
  };
  const several = (lane: Lane, of: number) => Array.from({ length: of }, () => take(lane));
  return { places, take, several };
}

const got = (asked: { got: unknown }[]) => asked.filter((one) => one.got === 'place').length;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([
  [15, 10, 14],
  [6, 4, 5],
  [3, 2, 2],
  [2, 1, 1],
  [1, 1, 1],
])('of %i places others hold %i at most, with payments %i, and health checks the last', (count, others, payments) => {
  const { several } = opened(count);
  expect(got(several('other', count + 1))).toBe(others);
  expect(got(several('payment', count + 1))).toBe(payments - others);
  expect(got(several('health', count + 1))).toBe(count - payments);
});

test('payments may hold what others leave', () => {
  const { several } = opened(15);
  expect(got(several('payment', 20))).toBe(14);
  expect(got(several('other', 20))).toBe(0);
});

test('health checks, which anybody may ask for, hold two at most and do not keep payments waiting', () => {
  const { several } = opened(15);
  expect(got(several('health', 15))).toBe(2);
  expect(got(several('payment', 15))).toBe(13);
});

test('where nobody takes calls, no places are kept', () => {
  expect(got(opened(5, false).several('other', 9))).toBe(5);
});

test('a place that is given back goes to who has waited longest in the first line that may have it, and once', () => {
  const { take, several } = opened(3);
  const [first] = several('other', 2);
  const [early, late] = [take('other'), take('other')];
  const payment = take('payment');
  first?.giveBack();
  first?.giveBack();
  expect([payment, early, late].map((asked) => asked.got)).toEqual(['place', null, null]);
  payment.giveBack();
  expect([early, late].map((asked) => asked.got)).toEqual(['place', null]);
});

test('others wait 5 s for a place and payments 10 s, then they are refused, and their place in the line is gone', () => {
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

test('2,000 wait at most: the next is refused at once', () => {
  const { several, take } = opened(1);
  several('other', 2_001);
  expect(take('other').got).toBeInstanceOf(TooFewConnections);
});
