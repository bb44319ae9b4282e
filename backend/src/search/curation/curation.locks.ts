import type { EntityManager } from 'typeorm';
import { LOCK_CLASSES } from '../../platform/database/advisory-locks.js';

/** Serializes changes of synonyms and pins, so that their limits hold. */
export async function lockCuration(tx: EntityManager): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_CLASSES.curation, 0]);
}
