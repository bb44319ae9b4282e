import type { EntityManager } from 'typeorm';

/** True when the account is closed. By hand: one column, read after the order is locked. */
export async function isClosed(tx: EntityManager, userId: number): Promise<boolean> {
  const rows: unknown[] = await tx.query('SELECT FROM users WHERE id = $1 AND closed_at IS NOT NULL', [userId]);
  return rows.length > 0;
}
