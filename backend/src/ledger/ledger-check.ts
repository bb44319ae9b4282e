import type { DataSource, EntityManager } from 'typeorm';
import { isUsable, momentOf, provedAt, type Proof } from './proof.js';
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

/**
 * The same for what was written since a proof, or for everything when there is none to go on from.
 * @param suspects rules that were broken when everything was last read: they are held against everything again
 */
export function checkFrom(db: DataSource, before?: Proof, suspects: readonly string[] = []): Promise<Finding> {
  return db.transaction('REPEATABLE READ', async (tx) => {
    await tx.query('SET TRANSACTION READ ONLY');
    const moment = await momentOf(tx);
    const proof = before && isUsable(before, moment) ? before : undefined;
    // Whoever reads everything takes their time.
    if (!proof || suspects.length > 0) await tx.query('SET LOCAL statement_timeout = 0');
    const look = proof ? await scopeSince(tx, proof) : WHOLE;
    const breaches = await findBreaches(tx, look, suspects);
    return { breaches, isWhole: !proof, proof: breaches.length > 0 ? before : provedAt(moment, proof) };
  });
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
