import type { DataSource, EntityManager } from 'typeorm';
import { createPatientDataSource } from '../db/data-source.js';
import { isUsable, momentOf, provedAt, type Moment, type Proof } from './proof.js';
import { RULES } from './rules.js';
import { WHOLE, scopeSince, type Scope } from './scope.js';

/** A broken rule, and some of the rows that break it. */
export interface Breach {
  rule: string;
  rows: unknown[];
}

/** What a check found. */
export interface Finding {
  breaches: Breach[];
  /** Whether everything was read, and not only what is new. */
  isWhole: boolean;
  /** How far the books are proved now; what it was before while they are broken. */
  proof: Proof | undefined;
}

/**
 * Checks money, stock, coupons and orders against their rules, all of them. Reads only, and all of it as it was at one moment.
 * @returns what is broken: nothing in sound books
 */
export async function checkLedger(db: DataSource): Promise<Breach[]> {
  return (await checkFrom(db)).breaches;
}

/** When a statement of a check that reads everything is given up. */
const WHOLE_STATEMENT_MS = 15 * 60_000;

/** Held in shared mode by whoever checks the books. */
export const CHECK_LOCK = 770_025;

/**
 * The same for what was written since a proof, or for everything when there is none to go on from, or too much was written:
 * then on a connection of its own, on which a statement may take minutes.
 * @param suspects rules that were broken when everything was last read: they are held against everything again
 */
export async function checkFrom(db: DataSource, before?: Proof, suspects: readonly string[] = []): Promise<Finding> {
  if (before && suspects.length === 0) {
    const finding = await db.transaction('REPEATABLE READ', (tx) => checkSince(tx, before));
    if (finding) return finding;
  }
  const patient = await createPatientDataSource(db, WHOLE_STATEMENT_MS);
  try {
    return await patient.transaction('REPEATABLE READ', async (tx) => {
      const since = before && suspects.length > 0 ? await checkSince(tx, before, suspects) : undefined;
      return since ?? (await checkWhole(tx, before));
    });
  } finally {
    await patient.destroy();
  }
}

/** @returns undefined when the proof is of no use, or too much was written since */
async function checkSince(
  tx: EntityManager,
  proof: Proof,
  suspects: readonly string[] = [],
): Promise<Finding | undefined> {
  const moment = await begin(tx);
  const look = isUsable(proof, moment) ? await scopeSince(tx, proof) : undefined;
  if (!look) return undefined;
  const breaches = await findBreaches(tx, look, suspects);
  return { breaches, isWhole: false, proof: breaches.length > 0 ? proof : provedAt(moment, proof) };
}

async function checkWhole(tx: EntityManager, before?: Proof): Promise<Finding> {
  const moment = await begin(tx);
  const breaches = await findBreaches(tx);
  return { breaches, isWhole: true, proof: breaches.length > 0 ? before : provedAt(moment) };
}

async function begin(tx: EntityManager): Promise<Moment> {
  await tx.query('SET TRANSACTION READ ONLY');
  await tx.query('SELECT pg_advisory_xact_lock_shared($1)', [CHECK_LOCK]);
  return momentOf(tx);
}

/** The same inside a transaction. */
export async function findBreaches(
  tx: EntityManager,
  look: Scope = WHOLE,
  suspects: readonly string[] = [],
): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const [rule, sql] of Object.entries(RULES)) {
    const rows: unknown[] = await tx.query(`${sql(suspects.includes(rule) ? WHOLE : look)} LIMIT 20`);
    if (rows.length > 0) breaches.push({ rule, rows });
  }
  return breaches;
}
