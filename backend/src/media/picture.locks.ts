import type { EntityManager } from 'typeorm';

const PICTURES = 770_004;

/** Locks a picture by its hash before its files are stored or deleted: several rows may show it. */
export async function lockPicture(tx: EntityManager, hash: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [PICTURES, hash]);
}
