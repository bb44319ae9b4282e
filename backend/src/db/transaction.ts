import { setTimeout as pause } from 'node:timers/promises';
import { QueryFailedError, type DataSource, type EntityManager } from 'typeorm';

/** Two transactions waited in a circle, or could not be put in a row: PostgreSQL undid one, and it may be tried again. */
const MAY_BE_TRIED_AGAIN = new Set(['40P01', '40001']);
const MOST_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 20;

/**
 * Runs `work` in a transaction that is committed when it ends well and undone when it throws. One that PostgreSQL undid for
 * the sake of another is tried again a few times, after a pause of a random length that doubles.
 *
 * @param work everything it does must go through `tx`, for it may run more than once
 */
export async function inTransaction<T>(db: DataSource, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !MAY_BE_TRIED_AGAIN.has(codeOf(error) ?? '')) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}

/** PostgreSQL's code of a failed query (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function codeOf(error: unknown): string | undefined {
  return error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;
}
