import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { createSessionDataSource } from './data-source.js';

const PAUSE_MS = 500;
/** Well below the silence after which a connection counts as dead, see `openSocket`. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Runs `work` under an advisory lock that one process holds at a time. The lock belongs to a connection of its own, so it ends with
 * the process.
 *
 * @param key of `ADVISORY_LOCKS`
 * @param work receives that connection
 * @param options.statementMs see `createSessionDataSource`
 * @param options.waiting called once when the lock is taken, and then the function waits; without it, it does not wait
 * @returns the result of `work`; undefined when the lock is taken and `waiting` is not given
 */
export async function withSessionLock<T>(
  db: DataSource,
  key: number,
  work: (session: EntityManager) => Promise<T>,
  { statementMs, waiting }: { statementMs?: number; waiting?: () => void } = {},
): Promise<T | undefined> {
  const source = await createSessionDataSource(db, statementMs);
  // One connection throughout: on another one the lock would be somebody else's, and the pool would close an idle one.
  const runner = source.createQueryRunner();
  const tryLock = async () => {
    const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS taken', [key])) as { taken: boolean }[];
    return row?.taken ?? false;
  };
  try {
    let isOurs = await tryLock();
    if (!isOurs && !waiting) return undefined;
    if (!isOurs) waiting?.();
    while (!isOurs) {
      await pause(PAUSE_MS);
      isOurs = await tryLock();
    }
    try {
      return await work(runner.manager);
    } finally {
      // PostgreSQL would end it with the connection, some time after that was closed here. A lost connection has no lock.
      await runner.query('SELECT pg_advisory_unlock($1)', [key]).catch(() => undefined);
    }
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/**
 * Keeps the connection of a lock alive during work that sends nothing on it, or not for long: the lock would end with it.
 *
 * @param work receives a signal that aborts when the connection is lost
 */
export async function keepSession<T>(session: EntityManager, work: (lost: AbortSignal) => Promise<T>): Promise<T> {
  const lost = new AbortController();
  const keepAlive = setInterval(() => {
    session.query('SELECT 1').catch((error: Error) => lost.abort(error));
  }, KEEP_ALIVE_MS);
  return work(lost.signal).finally(() => clearInterval(keepAlive));
}
