import type { EntityManager } from 'typeorm';

/** Locks all sizes, to change their order. */
export async function lockSizes(tx: EntityManager): Promise<void> {
  await tx.query('SELECT FROM sizes ORDER BY id FOR NO KEY UPDATE');
}
