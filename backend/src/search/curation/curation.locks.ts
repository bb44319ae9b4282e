import type { EntityManager } from 'typeorm';

const CURATION = 770_007;

/** Serializes changes of synonyms and pins, so that their limits hold. */
export async function lockCuration(tx: EntityManager): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [CURATION, 0]);
}
