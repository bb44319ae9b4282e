import type { DataSource, EntityManager } from 'typeorm';
import { createSessionDataSource } from '../platform/database/data-source.js';
import { isUsable, checkpointAt, type Checkpoint } from './checkpoint.js';
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

/** The statement timeout of a full check. */
const WHOLE_STATEMENT_MS = 15 * 60_000;

/**
 * Checks what was written since a checkpoint. Without a usable checkpoint, or when too much was written, checks everything on a
 * separate connection where a statement may take minutes.
 * @param suspects invariants that were violated at the last check: they are checked against all rows
 */
export async function checkFrom(
  db: DataSource,
  before?: Checkpoint,
  suspects: readonly string[] = [],
): Promise<Finding> {
  if (before && suspects.length === 0) {
    const finding = await db.transaction('REPEATABLE READ', (tx) => checkSince(tx, before));
    if (finding) return finding;
  }
  const patient = await createSessionDataSource(db, WHOLE_STATEMENT_MS);
  try {
    return await patient.transaction('REPEATABLE READ', async (tx) => {
      const since = before && suspects.length > 0 ? await checkSince(tx, before, suspects) : undefined;
      return since ?? (await checkWhole(tx, before));
    });
  } finally {
    await patient.destroy();
  }
}

/** @returns undefined when the checkpoint is not usable, or too much was written since */
async function checkSince(
  tx: EntityManager,
  checkpoint: Checkpoint,
  suspects: readonly string[] = [],
): Promise<Finding | undefined> {
  const marks = await beginCheck(tx);
  const scope = isUsable(checkpoint, marks) ? await scopeSince(tx, checkpoint) : undefined;
  if (!scope) return undefined;
  const breaches = await findViolations(tx, scope, suspects);
  return { breaches, isWhole: false, checkpoint: breaches.length > 0 ? checkpoint : checkpointAt(marks, checkpoint) };
}

async function checkWhole(tx: EntityManager, before?: Checkpoint): Promise<Finding> {
  const marks = await beginCheck(tx);
  const breaches = await findViolations(tx);
  return { breaches, isWhole: true, checkpoint: breaches.length > 0 ? before : checkpointAt(marks) };
}

/** Runs the invariants inside a transaction. @returns the violations */
export async function findViolations(
  tx: EntityManager,
  scope: AuditScope = WHOLE_LEDGER,
  suspects: readonly string[] = [],
): Promise<Violation[]> {
  const breaches: Violation[] = [];
  for (const [rule, sql] of Object.entries(INVARIANTS)) {
    const rows = await findRows(tx, sql(suspects.includes(rule) ? WHOLE_LEDGER : scope));
    if (rows.length > 0) breaches.push({ rule, rows });
  }
  return breaches;
}
