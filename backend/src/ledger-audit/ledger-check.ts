import type { DataSource, EntityManager } from 'typeorm';
import { NO_STATEMENT_TIMEOUT, createSessionDataSource } from '../platform/database/data-source.js';
import { isUsable, checkpointAt, type Checkpoint, type HighWaterMarks } from './checkpoint.js';
import { beginCheck, findRows } from './ledger-audit.sql.js';
import { INVARIANTS } from './invariants.js';
import { WHOLE_LEDGER, scopeSince, type AuditScope } from './audit-scope.sql.js';

/** A violated invariant, and up to 20 rows that violate it. */
export interface Violation {
  rule: string;
  rows: unknown[];
}

/** The result of a check. */
export interface Finding {
  breaches: Violation[];
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
  return (await checkFrom(db)).breaches;
}

/** Why a check reads everything. */
export type FullCheckReason = 'first' | 'night' | 'violation' | 'many_new_rows';

/** Follows a check. Called outside its transaction, which is read-only. */
export interface CheckObserver {
  /** The check reads everything now, for this reason. */
  readsAll: (reason: FullCheckReason) => Promise<void>;
  /** So many invariants are proved. */
  proved: (count: number) => Promise<void>;
}
const NO_OBSERVER: CheckObserver = { readsAll: () => Promise.resolve(), proved: () => Promise.resolve() };

/**
 * Checks what was written since a checkpoint. Without a usable checkpoint, or when too much was written, checks everything. On a
 * connection of its own without a statement timeout: how long the books take to read depends on their size, and a check that
 * is ended halfway proves nothing, so it would fail again each minute.
 * @param suspects invariants that were violated at the last check: they are checked against all rows
 */
export async function checkFrom(
  db: DataSource,
  before?: Checkpoint,
  suspects: readonly string[] = [],
): Promise<Finding> {
  const source = await createSessionDataSource(db, NO_STATEMENT_TIMEOUT);
  try {
    return await checkIn(source.manager, before, suspects);
  } finally {
    await source.destroy();
  }
}

/**
 * `checkFrom` on a connection that the caller opened with `NO_STATEMENT_TIMEOUT`.
 * @param reason why there is no checkpoint
 */
export function checkIn(
  session: EntityManager,
  before?: Checkpoint,
  suspects: readonly string[] = [],
  observer = NO_OBSERVER,
  reason: FullCheckReason = 'first',
): Promise<Finding> {
  return session.transaction('REPEATABLE READ', async (tx) => {
    const marks = await beginCheck(tx);
    if (before) {
      if (suspects.length > 0) await observer.readsAll('violation');
      const since = await checkSince(tx, marks, before, suspects, observer);
      if (since) return since;
    }
    await observer.readsAll(before ? 'many_new_rows' : reason);
    const breaches = await findViolations(tx, WHOLE_LEDGER, [], observer);
    return { breaches, isWhole: true, checkpoint: breaches.length > 0 ? before : checkpointAt(marks) };
  });
}

/** @returns undefined when the checkpoint is not usable, or too much was written since */
async function checkSince(
  tx: EntityManager,
  marks: HighWaterMarks,
  checkpoint: Checkpoint,
  suspects: readonly string[],
  observer: CheckObserver,
): Promise<Finding | undefined> {
  const scope = isUsable(checkpoint, marks) ? await scopeSince(tx, checkpoint) : undefined;
  if (!scope) return undefined;
  const breaches = await findViolations(tx, scope, suspects, observer);
  return { breaches, isWhole: false, checkpoint: breaches.length > 0 ? checkpoint : checkpointAt(marks, checkpoint) };
}

/** Runs the invariants inside a transaction. @returns the violations */
export async function findViolations(
  tx: EntityManager,
  scope: AuditScope = WHOLE_LEDGER,
  suspects: readonly string[] = [],
  observer = NO_OBSERVER,
): Promise<Violation[]> {
  const breaches: Violation[] = [];
  for (const [nth, [rule, sql]] of Object.entries(INVARIANTS).entries()) {
    const rows = await findRows(tx, sql(suspects.includes(rule) ? WHOLE_LEDGER : scope));
    if (rows.length > 0) breaches.push({ rule, rows });
    if (scope.isWhole || suspects.length > 0) await observer.proved(nth + 1);
  }
  return breaches;
}
