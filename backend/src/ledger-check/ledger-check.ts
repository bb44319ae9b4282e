import type { DataSource, EntityManager } from 'typeorm';
import { NO_STATEMENT_TIMEOUT, createSessionDataSource } from '../platform/database/data-source.js';
import { isUsable, checkpointAt, type Checkpoint, type HighWaterMarks } from './checkpoint.js';
import { beginCheck, findRows } from './ledger-check.sql.js';
import { INVARIANTS } from './invariants.js';
import type { Violation } from './invariants/invariant.js';
import { WHOLE_LEDGER, scopeSince, type CheckScope } from './check-scope.sql.js';

/** The result of a check. */
export interface Finding {
  violations: Violation[];
  /** True for a full check. */
  isWhole: boolean;
  /** The new checkpoint; the previous one while an invariant is violated. */
  checkpoint: Checkpoint | undefined;
}

/**
 * Checks all money, stock, coupons and orders against the invariants, read-only and in one snapshot.
 * @returns the violations
 */
export async function checkLedger(db: DataSource): Promise<Violation[]> {
  return (await checkFrom(db)).violations;
}

/** Why a check reads everything. */
export type FullCheckReason = 'first' | 'night' | 'violation' | 'many_new_rows';

/** Follows a check. Called outside its transaction, which is read-only. */
export interface CheckObserver {
  /** The check reads everything now, for this reason. */
  readsAll: (reason: FullCheckReason) => Promise<void>;
  /** This many invariants are proved so far. */
  proved: (count: number) => Promise<void>;
}

/** What a check starts from. Without a checkpoint it reads everything. */
interface CheckOptions {
  before?: Checkpoint;
  /** Invariants that were violated at the last check: they are checked against all rows. */
  violated?: readonly string[];
  observer?: CheckObserver;
  /** Why there is no checkpoint. */
  reason?: FullCheckReason;
}

const NO_OBSERVER: CheckObserver = { readsAll: () => Promise.resolve(), proved: () => Promise.resolve() };

/**
 * Checks what was written since a checkpoint. Without a usable checkpoint, or when too much was written, checks everything. On a
 * connection of its own without a statement timeout: how long the books take to read depends on their size, and a check that
 * is ended halfway proves nothing, so it would fail again each minute.
 */
export async function checkFrom(db: DataSource, options?: CheckOptions): Promise<Finding> {
  const source = await createSessionDataSource(db, NO_STATEMENT_TIMEOUT);
  try {
    return await checkIn(source.manager, options);
  } finally {
    await source.destroy();
  }
}

/** `checkFrom` on a connection that the caller opened with `NO_STATEMENT_TIMEOUT`. */
export function checkIn(
  session: EntityManager,
  { before, violated = [], observer = NO_OBSERVER, reason = 'first' }: CheckOptions = {},
): Promise<Finding> {
  return session.transaction('REPEATABLE READ', async (tx) => {
    const marks = await beginCheck(tx);
    if (before) {
      if (violated.length > 0) await observer.readsAll('violation');
      const since = await checkSince(tx, marks, before, { violated, observer });
      if (since) return since;
    }
    await observer.readsAll(before ? 'many_new_rows' : reason);
    const violations = await findViolations(tx, WHOLE_LEDGER, { observer });
    return { violations, isWhole: true, checkpoint: violations.length > 0 ? before : checkpointAt(marks) };
  });
}

/** @returns undefined when the checkpoint is not usable, or too much was written since */
async function checkSince(
  tx: EntityManager,
  marks: HighWaterMarks,
  checkpoint: Checkpoint,
  options: Pick<CheckOptions, 'violated' | 'observer'>,
): Promise<Finding | undefined> {
  const scope = isUsable(checkpoint, marks) ? await scopeSince(tx, checkpoint) : undefined;
  if (!scope) return undefined;
  const violations = await findViolations(tx, scope, options);
  const proved = violations.length > 0 ? checkpoint : checkpointAt(marks, checkpoint);
  return { violations, isWhole: false, checkpoint: proved };
}

/** Runs the invariants inside a transaction. @returns the violations */
export async function findViolations(
  tx: EntityManager,
  scope: CheckScope = WHOLE_LEDGER,
  { violated = [], observer = NO_OBSERVER }: Pick<CheckOptions, 'violated' | 'observer'> = {},
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const [nth, [invariant, sql]] of Object.entries(INVARIANTS).entries()) {
    const rows = await findRows(tx, sql(violated.includes(invariant) ? WHOLE_LEDGER : scope));
    if (rows.length > 0) violations.push({ invariant, rows });
    if (scope.isWhole || violated.length > 0) await observer.proved(nth + 1);
  }
  return violations;
}
