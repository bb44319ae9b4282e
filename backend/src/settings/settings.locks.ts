import type { EntityManager } from 'typeorm';

/** Locks the settings for a change, which computes new values from those that it reads. The table, because rows may be missing. */
export async function lockSettings(tx: EntityManager): Promise<void> {
  await tx.query('LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE');
}
