import { DataSource, type EntityManager } from 'typeorm';
import { cleanUp } from '../../src/housekeeping/clean-up.js';
import { HousekeepingJob } from '../../src/housekeeping/housekeeping.job.js';
import { ADVISORY_LOCKS } from '../../src/platform/database/advisory-locks.js';
import type { RetentionRule } from '../../src/platform/retention/retention.js';
import { asOwner, openShop, shop, visitor } from '../support/client.js';
import { times } from '../support/given.js';
import { until } from '../support/until.js';
import { openWorker } from '../support/worker.js';
import { DAYS, NIGHT, clean, forgetNights, ruleOf } from './clean.js';

openShop();

const RULE = ruleOf('idempotency_keys');
const left = async () => {
  const rows: { key: string }[] = await shop().db.query('SELECT key FROM idempotency_keys ORDER BY key');
  return rows.map(({ key }) => key);
};
interface State {
  night: string;
  ended: boolean;
  deleted: number;
  last_deleted: number;
  failure: string | null;
}
const state = async (table = RULE.table): Promise<State> => {
  const [row]: State[] = await shop().db.query(
    `SELECT night::text AS night, ended_at IS NOT NULL AS ended, deleted::integer, last_deleted::integer, failure
     FROM housekeeping_tasks WHERE table_name = $1`,
    [table],
  );
  return row!;
};

/** The rule with something that happens in each of its batches. @param act gets the number of the batch, from 1 */
function watched(
  act: (nth: number, deleted: number, tx: Parameters<RetentionRule['deleteBatch']>[0]) => unknown,
): RetentionRule {
  let batches = 0;
  return {
    ...RULE,
    async deleteBatch(tx, batch) {
      const deleted = await RULE.deleteBatch(tx, batch);
      await act((batches += 1), deleted, tx);
      return deleted;
    },
  };
}

beforeEach(async () => {
  await forgetNights();
  await asOwner('TRUNCATE idempotency_keys');
  await shop().db.query(
    `INSERT INTO idempotency_keys (user_id, key, request_hash, body, created_at)
     SELECT 1, 'old ' || n, '', '{}'::jsonb, timestamptz '2024-01-01' FROM generate_series(1, 5) n
     UNION ALL SELECT 1, 'young', '', '{}', now()`,
  );
});

test('old rows go in batches of a bounded size, and are counted', async () => {
  const sizes: number[] = [];
  expect(await clean([watched((_nth, deleted) => sizes.push(deleted))])).toEqual(['idempotency_keys']);
  expect(sizes).toEqual([2, 2, 1]);
  expect(await left()).toEqual(['young']);
  expect(await state()).toEqual({ night: '2025-01-16', ended: true, deleted: 5, last_deleted: 5, failure: null });
});

test('a table is read in parts, to its last block', async () => {
  await shop().db.query(
    `INSERT INTO idempotency_keys (user_id, key, request_hash, body, created_at)
     SELECT 1, 'large ' || n, '', to_jsonb(repeat('x', 900)), '2024-01-01' FROM generate_series(1, 100) n`,
  );
  const parts = new Set<number>();
  const rule = {
    ...RULE,
    deleteBatch: (...[tx, batch]: Parameters<RetentionRule['deleteBatch']>) => {
      parts.add(batch.firstBlock);
      return RULE.deleteBatch(tx, batch);
    },
  };
  await clean([rule]);
  expect(parts.size).toBeGreaterThan(5);
  expect(await left()).toEqual(['young']);
});

test('a clean table is not due again in the same night, and is in the next one', async () => {
  expect(await clean([RULE])).toEqual(['idempotency_keys']);
  expect(await clean([RULE])).toEqual([]);
  expect(await clean([RULE], { now: new Date('2025-01-16T19:00:00Z') })).toEqual(['idempotency_keys']);
  expect(await state()).toMatchObject({ night: '2025-01-17', deleted: 5, last_deleted: 0 });
});

test('a run that is killed continues where it was, and counts each row once', async () => {
  const killed = watched(async (nth, _deleted, tx) => {
    if (nth < 2) return;
    const [row]: { pid: number }[] = await tx.query('SELECT pg_backend_pid() AS pid');
    await asOwner(`SELECT pg_terminate_backend(${row!.pid})`);
    await tx.query('SELECT 1');
  });
  await clean([killed]).catch(() => undefined);
  expect(await left()).toHaveLength(4);
  expect(await state()).toMatchObject({ night: '2025-01-15', ended: false, deleted: 2 });
  // PostgreSQL says that it ends a connection before it gives up the turn.
  expect(await until('the killed run has lost its turn', () => clean([RULE]))).toEqual(['idempotency_keys']);
  expect(await left()).toEqual(['young']);
  expect(await state()).toMatchObject({ night: '2025-01-16', ended: true, deleted: 5, last_deleted: 5 });
});

test('a worker’s turn ends with its run, not when PostgreSQL has noticed that its connection is closed', async () => {
  const turns = () =>
    shop().db.query<unknown[]>(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${ADVISORY_LOCKS.housekeeping}
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
  for (let day = 0; day < 10; day++) {
    await clean([RULE], { now: new Date(NIGHT.getTime() + day * 24 * 3_600_000) });
    expect(await turns()).toEqual([]);
  }
});

test('a run that is stopped ends after its batch', async () => {
  const stop = new AbortController();
  expect(await clean([watched(() => stop.abort())], { signal: stop.signal })).toEqual([]);
  expect(await left()).toHaveLength(4);
  expect(await state()).toMatchObject({ night: '2025-01-15', ended: false, deleted: 2 });
});

test('one of several workers cleans up, and another can take over when it ends', async () => {
  let go = () => undefined as void;
  const held = new Promise<void>((resolve) => (go = resolve));
  let isInside = false;
  const first = clean([watched(() => ((isInside = true), held))]);
  await until('the first worker deletes', () => isInside);
  expect(await times(3, () => clean([RULE]))).toEqual([undefined, undefined, undefined]);
  go();
  expect(await first).toEqual(['idempotency_keys']);
  expect(await clean([RULE])).toEqual([]);
});

test('rows that a shopper’s transaction holds are passed over without waiting', async () => {
  const shopper = shop().db.createQueryRunner();
  await shopper.startTransaction();
  await shopper.query(`SELECT FROM idempotency_keys WHERE key = 'old 3' FOR UPDATE`);
  expect(await clean([RULE])).toEqual(['idempotency_keys']);
  await shopper.rollbackTransaction();
  await shopper.release();
  expect(await left()).toEqual(['old 3', 'young']);
  await clean([RULE], { now: new Date('2025-01-16T19:00:00Z') });
  expect(await left()).toEqual(['young']);
});

test('a table that fails does not stop the others, says why, and is tried again a quarter of an hour later', async () => {
  const broken: RetentionRule = { ...ruleOf('mails'), deleteBatch: (tx) => tx.query('SELECT 1 / 0') };
  await shop().db.query(`INSERT INTO mails (template, user_id, state) VALUES ('password_reset', 1, 'failed')`);
  expect(await clean([broken, RULE])).toEqual(['idempotency_keys']);
  expect(await state('mails')).toMatchObject({ night: '2025-01-15', failure: 'division by zero' });
  expect(await clean([ruleOf('mails')])).toEqual([]);
  await shop().db.query(`UPDATE housekeeping_tasks SET ended_at = now() - interval '16 minutes'`);
  expect(await clean([ruleOf('mails')])).toEqual(['mails']);
  expect(await state('mails')).toMatchObject({ night: '2025-01-16', failure: null });
  await shop().db.query('DELETE FROM mails');
});

test('a table that failed, and whose next attempt is stopped, is tried again', async () => {
  await clean([watched(() => Promise.reject(new Error('no room left')))]);
  await shop().db.query(`UPDATE housekeeping_tasks SET ended_at = now() - interval '16 minutes'`);
  const stop = new AbortController();
  expect(await clean([watched(() => stop.abort())], { signal: stop.signal })).toEqual([]);
  expect(await clean([RULE])).toEqual(['idempotency_keys']);
  expect(await left()).toEqual(['young']);
  expect(await state()).toMatchObject({ night: '2025-01-16', ended: true, failure: null });
});

test('the shop’s statement timeout ends neither a batch nor a sweep', async () => {
  const { options } = shop().db;
  const extra = { ...(options as { extra: object }).extra, statement_timeout: 100 };
  const impatient = await new DataSource({ ...options, extra }).initialize();
  try {
    await expect(impatient.query('SELECT pg_sleep(0.4)')).rejects.toThrow('statement timeout');
    const slow = watched((_nth, _deleted, tx) => tx.query('SELECT pg_sleep(0.4)'));
    const sweep = async (session: EntityManager) => {
      await session.query('SELECT pg_sleep(0.4)');
      return 0;
    };
    const signal = new AbortController().signal;
    const limits = { rows: 10, blocks: 8, minPauseMs: 0 };
    const tasks = [slow, { table: 'media', sweep }];
    expect(await cleanUp(impatient, tasks, { now: NIGHT, hour: 2, days: DAYS, signal, limits })).toEqual([
      RULE.table,
      'media',
    ]);
  } finally {
    await impatient.destroy();
  }
});

test('the worker cleans up every table, and the metrics say what went', async () => {
  const worker = await openWorker();
  try {
    const job = worker.get(HousekeepingJob);
    await job.tick();
    await shop().db.query('UPDATE housekeeping_tasks SET night = night - 3, failure = NULL');
    await job.tick();
    const tasks: { done: boolean; failure: string | null }[] = await shop().db.query(
      'SELECT succeeded_at IS NOT NULL AS done, failure FROM housekeeping_tasks',
    );
    expect(tasks.length).toBeGreaterThan(10);
    expect(tasks.filter(({ done, failure }) => !done || failure)).toEqual([]);
  } finally {
    await worker.close();
  }
  expect(await left()).toEqual(['young']);
  const { text } = await visitor().get('/metrics');
  expect(text).toContain('may_housekeeping_deleted_rows{table="idempotency_keys"} 5');
  expect(text).toMatch(/may_housekeeping_age_seconds\{table="media"\} \d/);
  expect(text).toMatch(/may_housekeeping_duration_seconds\{table="sandbox.events"\} \d/);
});
