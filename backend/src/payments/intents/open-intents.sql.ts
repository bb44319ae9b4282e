import type { DataSource, EntityManager } from 'typeorm';
import { readBacklog, type Backlog } from '../../platform/database/backlog.sql.js';

/** The kind of intent whose turn it is. When none of this kind is due, any other is taken. */
export interface CheckTurn {
  purpose: 'order' | 'deposit';
  /** True for an intent that was never checked, false for one that was. */
  isFirst: boolean;
}

/**
 * Takes the least recently checked open intent, of the wanted kind if one is due, and marks it as checked now. By hand: one statement
 * skips the intents that another worker has locked.
 * @param age the minimum age of an intent, in milliseconds
 * @param maxPause the maximum time until an intent is checked again, in milliseconds
 * @param checked the ids to leave out
 * @returns its id; undefined when none is due
 */
export async function takeNextOpen(
  tx: EntityManager,
  age: number,
  maxPause: number,
  checked: string[],
  { purpose, isFirst }: CheckTurn,
): Promise<string | undefined> {
  const [[row]]: [{ id: string }[], number] = await tx.query(
    `UPDATE payment_intents SET checked_at = now() WHERE id = (
       SELECT id FROM payment_intents
       WHERE settled_at IS NULL AND closed_at IS NULL AND id <> ALL ($3)
         AND created_at <= now() - $1 * interval '1 ms'
         AND (checked_at IS NULL
           OR checked_at <= now() - least((checked_at - created_at) / 4, $2 * interval '1 ms'))
       ORDER BY purpose = $4 DESC, (checked_at IS NULL) = $5 DESC, checked_at NULLS FIRST, created_at
       LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [age, maxPause, checked, purpose, isFirst],
  );
  return row?.id;
}

/** Intents that are neither settled nor closed. */
export const openIntents = (db: DataSource): Promise<Backlog> =>
  readBacklog(db, 'FROM payment_intents WHERE settled_at IS NULL AND closed_at IS NULL', 'created_at');
