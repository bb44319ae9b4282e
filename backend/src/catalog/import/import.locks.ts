import type { DataSource } from 'typeorm';
import { ADVISORY_LOCKS } from '../../platform/database/advisory-locks.js';
import { keepSession, withSessionLock } from '../../platform/database/session-lock.js';

/**
 * Runs `work` under the lock that allows one import at a time across all processes, see `withSessionLock`. When its connection is
 * lost, `signal` aborts the work.
 */
export async function withImportLock<T>(
  db: DataSource,
  work: (signal: AbortSignal) => Promise<T>,
  options: { waiting?: () => void } = {},
): Promise<T | undefined> {
  return withSessionLock(db, ADVISORY_LOCKS.imports, (session) => keepSession(session, work), options);
}
