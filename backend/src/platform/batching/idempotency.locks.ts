import type { EntityManager } from 'typeorm';
import { LOCK_CLASSES } from '../database/advisory-locks.js';

/** Locks an idempotency key until the end of the transaction. Waits while another transaction holds it. */
export async function lockRequest(tx: EntityManager, key: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_CLASSES.idempotencyKeys, key]);
}

/** Tries to lock several keys without waiting. @returns the keys that this transaction holds now */
export async function tryLockRequests(tx: EntityManager, keys: string[]): Promise<Set<string>> {
  const rows: { key: string }[] = await tx.query(
    'SELECT key FROM unnest($2::text[]) AS requested (key) WHERE pg_try_advisory_xact_lock($1, hashtext(key))',
    [LOCK_CLASSES.idempotencyKeys, keys],
  );
  return new Set(rows.map(({ key }) => key));
}
