import type { EntityManager } from 'typeorm';
import { ADVISORY_LOCKS } from '../../platform/database/advisory-locks.js';

/** Lets only one transaction at a time write search documents, so that none overwrites a newer document with an older one. */
export async function lockSearchDocuments(tx: EntityManager): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.searchDocuments]);
}
