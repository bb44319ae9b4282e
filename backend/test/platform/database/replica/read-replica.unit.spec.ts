import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import type { LogPosition } from '../../../../src/platform/database/replica/log-position.sql.js';
import { ReadReplica } from '../../../../src/platform/database/replica/read-replica.js';

/** How far the servers are; the replica does not answer while its position is undefined. */
let written: number;
let replayed: number | undefined;
let identity: string;
/** Answers the question that the primary is being asked. */
let answer: (() => void) | undefined;
let isPrimarySlow: boolean;
let replica: ReadReplica;

const position = () =>
  new Promise<LogPosition>((resolve) => {
    const at = written;
    const respond = () => resolve({ lsn: BigInt(at), identity: '1' });
    if (isPrimarySlow) answer = respond;
    else respond();
  });
const query = () =>
  replayed === undefined
    ? Promise.reject(new Error('connect ECONNREFUSED'))
    : Promise.resolve({ rows: [{ lsn: `0/${replayed.toString(16)}`, identity }] });
const pool = (act: () => Promise<unknown>) =>
  Object.assign(new EventEmitter(), { query: act, end: () => Promise.resolve() }) as unknown as Pool;
let read: () => Promise<unknown>;

beforeEach(async () => {
  jest.useFakeTimers();
  [written, replayed, identity, isPrimarySlow] = [100, 100, '1', false];
  read = () => Promise.resolve({ rows: ['read'] });
  const pools = { reads: pool(() => read()), watch: pool(query) };
  replica = new ReadReplica({ url: '', max: 1, maxLagMs: 2_000, position }, pools);
  replica.start();
  await pass(0);
});
afterEach(async () => {
  await replica.stop();
  jest.useRealTimers();
});

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

test('a change closes it at once, until the log is replayed up to there', async () => {
  expect(replica.isCurrent).toBe(true);
  written = 200;
  replica.changed();
  expect(replica.isCurrent).toBe(false);
  await pass(1_000);
  expect(replica.isCurrent).toBe(false);
  replayed = 199;
  await pass(300);
  expect(replica.isCurrent).toBe(false);
  replayed = 200;
  await pass(300);
  expect(replica.isCurrent).toBe(true);
});

test('a change that comes while the primary is asked waits for a later position', async () => {
  isPrimarySlow = true;
  written = 200;
  replica.changed();
  await pass(0);
  written = 300;
  replica.changed(); // after the position was read, before it arrives
  replayed = 200;
  answer!();
  await pass(0);
  expect(replica.isCurrent).toBe(false);
  isPrimarySlow = false;
  await pass(300);
  expect(replica.isCurrent).toBe(false);
  replayed = 300;
  await pass(300);
  expect(replica.isCurrent).toBe(true);
});

test('the gate closes when the replica lags longer than the bound, though no product changed', async () => {
  written = 200;
  await pass(1_900);
  expect([replica.isCurrent, replica.state]).toEqual([true, 'up']);
  await pass(1_000);
  expect([replica.isCurrent, replica.state]).toEqual([false, 'busy']);
  expect(replica.lag).toBeGreaterThan(2);
  replayed = 200;
  await pass(600);
  expect([replica.isCurrent, replica.state, replica.lag]).toEqual([true, 'up', 0]);
});

test('a quiet shop has no lag', async () => {
  await pass(60_000);
  expect([replica.isCurrent, replica.lag]).toEqual([true, 0]);
});

test('hours of changes that are not replayed are followed in bounded memory, and the newest counts', async () => {
  for (let nth = 1; nth <= 1_000; nth++) {
    written = 100 + nth;
    replica.changed();
    await pass(500);
  }
  expect((replica as unknown as { waiting: unknown[] }).waiting.length).toBeLessThanOrEqual(100);
  replayed = 1_099;
  await pass(1_000);
  expect(replica.isCurrent).toBe(false);
  replayed = 1_100;
  await pass(1_000);
  expect(replica.isCurrent).toBe(true);
});

test('an unreachable replica is down and its lag grows, until it answers again', async () => {
  replayed = undefined;
  await pass(3_000);
  expect([replica.isCurrent, replica.state]).toEqual([false, 'down']);
  expect(replica.lag).toBeGreaterThan(2);
  replayed = 100;
  await pass(600);
  expect([replica.isCurrent, replica.state]).toEqual([true, 'up']);
});

test('a failed read is the caller’s to repeat, and the replica rests for five seconds', async () => {
  read = () => Promise.reject(new Error('canceling statement due to conflict with recovery'));
  await expect(replica.read({ text: 'SELECT 1' })).rejects.toThrow('conflict');
  await pass(4_900);
  expect(replica.isCurrent).toBe(false);
  await pass(200);
  expect(replica.isCurrent).toBe(true);
});

test('a replica of another database, which came up later, is not used', async () => {
  identity = '2';
  await pass(2_000);
  expect([replica.isCurrent, replica.state]).toEqual([false, 'down']);
});
