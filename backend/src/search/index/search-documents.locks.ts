import type { EntityManager } from 'typeorm';
import { ADVISORY_LOCKS } from '../../platform/database/advisory-locks.js';

/** Until the transaction ends, no other one writes documents: what this one reads of products is not older than what it replaces. */
export async function lockSearchDocuments(tx: EntityManager): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.searchDocuments]);
}
