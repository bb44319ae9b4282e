import type { EntityManager } from 'typeorm';

const PICTURES = 770_004;

/** A picture by its hash, for whoever keeps its files or takes them away: they belong to all who show it. */
export async function lockPicture(tx: EntityManager, hash: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [PICTURES, hash]);
}
