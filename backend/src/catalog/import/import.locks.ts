import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { createSessionDataSource } from '../../platform/database/data-source.js';

const IMPORTS_LOCK = 770_014;
const PAUSE_MS = 500;
/** Keep-alive interval, well below the silence after which a connection counts as dead, see `openSocket`. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Runs `work` under the lock that allows one import at a time across all processes. The lock belongs to a connection of its
 * own, so it ends with the process; when the connection is lost, `signal` aborts the work.
 *
 * @param options.waiting called once when the lock is taken, and then the function waits; without it, it does not wait
 * @returns the result of `work`; undefined when the lock is taken and `waiting` is not given
 */
export async function withImportLock<T>(
  db: DataSource,
  work: (signal: AbortSignal) => Promise<T>,
  { waiting }: { waiting?: () => void } = {},
): Promise<T | undefined> {
  const session = await createSessionDataSource(db);
  // Holds the connection: the pool would close an idle one.
  const runner = session.createQueryRunner();
  const lost = new AbortController();
  try {
    for (let tries = 0; ; tries++) {
      const rows = (await runner.query('SELECT pg_try_advisory_lock($1) AS taken', [IMPORTS_LOCK])) as {
        taken: boolean;
      }[];
      if (rows[0]?.taken) break;
      if (!waiting) return undefined;
      if (tries === 0) waiting();
      await pause(PAUSE_MS);
    }
    const keepAlive = setInterval(() => {
      runner.query('SELECT 1').catch((error: Error) => lost.abort(error));
    }, KEEP_ALIVE_MS);
    try {
      return await work(lost.signal);
    } finally {
      clearInterval(keepAlive);
      await runner.query('SELECT pg_advisory_unlock($1)', [IMPORTS_LOCK]).catch(() => undefined);
    }
  } finally {
    await runner.release();
    await session.destroy();
  }
}
