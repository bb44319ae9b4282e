import type { EntityManager } from 'typeorm';
import { LOCK_CLASSES } from '../platform/database/advisory-locks.js';

/** Locks a picture by its hash before a row refers to it, or before its files are deleted: several rows may show it. */
export async function lockPicture(tx: EntityManager, hash: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_CLASSES.pictures, hash]);
}
