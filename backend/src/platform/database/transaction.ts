import { setTimeout as pause } from 'node:timers/promises';
import { QueryFailedError, type DataSource, type EntityManager } from 'typeorm';

/** Deadlock and serialization failure: PostgreSQL rolled the transaction back, and it may be retried. */
const RETRYABLE_CODES = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 20;

/** What waits for the commit of a transaction. */
const waiting = new WeakMap<EntityManager, (() => void)[]>();

/**
 * Calls `act` once the transaction has committed, and never if it is rolled back. For counters; work that must not be lost
 * belongs into a row.
 * @param tx of `inTransaction`
 */
export function afterCommit(tx: EntityManager, act: () => void): void {
  const acts = waiting.get(tx);
  if (acts) acts.push(act);
  else waiting.set(tx, [act]);
}

/**
 * Runs `work` in a transaction: commits when it resolves, rolls back when it throws. After a deadlock or serialization
 * failure it retries a few times, after random pauses whose upper bound doubles.
 *
 * @param work must do everything through `tx`, because it may run more than once
 */
export async function inTransaction<T>(db: DataSource, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      let used: EntityManager | undefined;
      const result = await db.transaction((tx) => work((used = tx)));
      for (const act of (used && waiting.get(used)) ?? []) act();
      return result;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !RETRYABLE_CODES.has(codeOf(error) ?? '')) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}

/**
 * Lets the declared statements of a transaction use one plan for all values, see `prepared`. A batch passes arrays, and PostgreSQL
 * takes a plan for two rows for cheaper than one for any number: it would plan each statement each time, for longer than it runs.
 */
export async function useGenericPlans(tx: EntityManager): Promise<void> {
  await tx.query('SET LOCAL plan_cache_mode = force_generic_plan');
}

/** True for an error of a unique constraint or index. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

/** True for a row that refers to a missing one, or that others still refer to. */
export const isForeignKeyViolation = (error: unknown): boolean => codeOf(error) === '23503';

/** PostgreSQL's error code of a failed query (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function codeOf(error: unknown): string | undefined {
  return error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;
}
