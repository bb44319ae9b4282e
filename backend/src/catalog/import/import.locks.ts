import type { DataSource } from 'typeorm';
import { ADVISORY_LOCKS } from '../../platform/database/advisory-locks.js';
import { withSessionLock } from '../../platform/database/session-lock.js';

/** Keep-alive interval, well below the silence after which a connection counts as dead, see `openSocket`. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Runs `work` under the lock that allows one import at a time across all processes, see `withSessionLock`. When its connection is
 * lost, `signal` aborts the work.
 */
export async function withImportLock<T>(
  db: DataSource,
  work: (signal: AbortSignal) => Promise<T>,
  options: { waiting?: () => void } = {},
): Promise<T | undefined> {
  return withSessionLock(
    db,
    ADVISORY_LOCKS.imports,
    async (session) => {
      const lost = new AbortController();
      const keepAlive = setInterval(() => {
        session.query('SELECT 1').catch((error: Error) => lost.abort(error));
      }, KEEP_ALIVE_MS);
      return work(lost.signal).finally(() => clearInterval(keepAlive));
    },
    options,
  );
}
