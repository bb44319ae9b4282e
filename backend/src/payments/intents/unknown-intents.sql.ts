import type { DataSource, EntityManager } from 'typeorm';

/** How long an intent stays open that the provider does not know, as an interval: an owner corrects wrong keys in that time. */
const UNKNOWN_WINDOW = '1 day';

/**
 * Marks an open intent as unknown to the provider, unless it is already. By hand: the database's clock sets the time and compares it.
 * @returns `overdue` when it has been unknown for a day, `waits` before, `ended` for one that is settled or closed
 */
export async function markUnknown(tx: EntityManager, id: string): Promise<'overdue' | 'waits' | 'ended'> {
  const [[row]]: [{ isOverdue: boolean }[], number] = await tx.query(
    `UPDATE payment_intents SET unknown_since = coalesce(unknown_since, now())
     WHERE id = $1 AND settled_at IS NULL AND closed_at IS NULL
     RETURNING unknown_since <= now() - $2::interval AS "isOverdue"`,
    [id, UNKNOWN_WINDOW],
  );
  if (!row) return 'ended';
  return row.isOverdue ? 'overdue' : 'waits';
}

/** Clears the mark of an intent about which the provider has answered. By hand: it stands beside the statement that sets it. */
export async function markKnown(db: DataSource, id: string): Promise<void> {
  await db.query('UPDATE payment_intents SET unknown_since = NULL WHERE id = $1', [id]);
}
