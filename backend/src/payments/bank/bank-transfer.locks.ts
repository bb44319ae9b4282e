import type { EntityManager } from 'typeorm';
import { LOCK_CLASSES } from '../../platform/database/advisory-locks.js';

/** Banks and people write the same number in several ways. @returns its letters and digits, in capitals */
export const normalizeReference = (reference: string): string => reference.toUpperCase().replace(/[^0-9A-Z]/g, '');

/**
 * Locks a bank transfer by its reference, whether it is stored or not: of two reports of one transfer the second finds the first.
 * Call it before `lockOrder`.
 */
export async function lockBankTransfer(tx: EntityManager, reference: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_CLASSES.bankTransfers, reference]);
}
