import { PrioritySemaphore } from '../../../../src/platform/database/connections/priority-semaphore.js';
import { NoFreeSlot } from '../../../../src/platform/errors/no-free-slot.js';

type Priority = Parameters<PrioritySemaphore['acquire']>[0];

/** A semaphore, and a way to acquire a slot that records the outcome: `null` while the caller waits. */
function opened(count: number, keeps = true) {
  const semaphore = new PrioritySemaphore(count, { reserves: keeps });
  const acquire = (priority: Priority) => {
    const request = { outcome: null as null | 'slot' | Error, release: () => {} };
    semaphore.acquire(priority, (error, release) => {
      request.outcome = error ?? 'slot';
      request.release = release;
    });
    return request;
  };
  const several = (priority: Priority, of: number) => Array.from({ length: of }, () => acquire(priority));
  return { semaphore, acquire, several };
}

const admitted = (requests: { outcome: unknown }[]) => requests.filter(({ outcome }) => outcome === 'slot').length;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([
  [15, 10, 14],
  [6, 4, 5],
  [3, 2, 2],
  [2, 1, 1],
  [1, 1, 1],
])(
  'of %i connections ordinary calls hold at most %i, with payments %i, and health checks may use the rest',
  (count, others, payments) => {
    const { several } = opened(count);
    expect(admitted(several('write', count + 1))).toBe(others);
    expect(admitted(several('payment', count + 1))).toBe(payments - others);
    expect(admitted(several('health', count + 1))).toBe(count - payments);
  },
);

test('payments may use every connection that other calls leave', () => {
  const { several } = opened(15);
  expect(admitted(several('payment', 20))).toBe(14);
  expect(admitted(several('write', 20))).toBe(0);
});

test('health checks hold at most two connections and never delay payments', () => {
  const { several } = opened(15);
  expect(admitted(several('health', 15))).toBe(2);
  expect(admitted(several('payment', 15))).toBe(13);
});

test('a process without reservation gives every connection to any priority', () => {
  expect(admitted(opened(5, false).several('write', 9))).toBe(5);
});

test('a released connection goes, once, to the longest waiting caller of the highest priority that may have it', () => {
  const { acquire, several } = opened(3);
  const [first] = several('write', 2);
  const [early, late] = [acquire('write'), acquire('write')];
  const payment = acquire('payment');
  first?.release();
  first?.release();
  expect([payment, early, late].map((request) => request.outcome)).toEqual(['slot', null, null]);
  payment.release();
  expect([early, late].map((request) => request.outcome)).toEqual(['slot', null]);
});

test('writes are refused after 5 s and payments after 10 s, and they leave the queue', () => {
  const { semaphore, acquire, several } = opened(3);
  const holders = several('payment', 2);
  const [other, payment] = [acquire('write'), acquire('payment')];
  jest.advanceTimersByTime(4_999);
  expect([other.outcome, semaphore.isExhausted]).toEqual([null, true]);
  jest.advanceTimersByTime(1);
  expect([other.outcome, payment.outcome]).toEqual([expect.any(NoFreeSlot), null]);
  jest.advanceTimersByTime(5_000);
  expect(payment.outcome).toBeInstanceOf(NoFreeSlot);
  for (const holder of holders) holder.release();
  expect([semaphore.busy, semaphore.queued, semaphore.refused, semaphore.isExhausted]).toEqual([0, 0, 2, false]);
});

test('health checks are refused after 1 s', () => {
  const { acquire, several } = opened(3);
  several('health', 2);
  const third = acquire('health');
  jest.advanceTimersByTime(999);
  expect(third.outcome).toBeNull();
  jest.advanceTimersByTime(1);
  expect(third.outcome).toBeInstanceOf(NoFreeSlot);
});

test('at most 2,000 callers wait, and the next is refused immediately', () => {
  const { several, acquire } = opened(1);
  several('write', 2_001);
  expect(acquire('write').outcome).toBeInstanceOf(NoFreeSlot);
});

test('a released connection goes to a payment, a write, a read and a search in this order', () => {
  const { acquire, several } = opened(3);
  const holders = several('payment', 2);
  const waiting = (['search', 'read', 'write', 'payment'] as const).map(acquire);
  const order: unknown[] = [];
  for (let released = holders[0]; released; released = order.at(-1) as (typeof waiting)[number]) {
    released.release();
    const next = waiting.find((request) => request.outcome === 'slot' && !order.includes(request));
    if (!next) break;
    order.push(next);
  }
  expect(order.map((request) => waiting.indexOf(request as (typeof waiting)[number]))).toEqual([3, 2, 1, 0]);
});

test('reads and searches wait for 2 s in a burst, and for half a second once they queue for longer than one', () => {
  const { acquire, several } = opened(3);
  several('payment', 2);
  const first = acquire('read');
  jest.advanceTimersByTime(1_001);
  const [read, search, write] = [acquire('read'), acquire('search'), acquire('write')];
  jest.advanceTimersByTime(500);
  expect([first, read, search, write].map(({ outcome }) => outcome instanceof NoFreeSlot)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  jest.advanceTimersByTime(500);
  expect(first.outcome).toBeInstanceOf(NoFreeSlot);
});
