import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { codeOf } from '../platform/database/transaction.js';
import { countBlocks } from '../platform/retention/retention.sql.js';
import type { DeletionBatch, RetentionDays, RetentionRule } from '../platform/retention/retention.js';
import { countDeleted, limitLockWait } from './housekeeping.sql.js';

/** The bounds of one batch. */
export interface BatchLimits {
  rows: number;
  /** Blocks that one statement reads: 8 MB. */
  blocks: number;
  minPauseMs: number;
}
export const BATCH_LIMITS: BatchLimits = { rows: 1_000, blocks: 1_024, minPauseMs: 20 };

/** Shoppers come first: a batch that waits this long for a lock is given up. */
const LOCK_MS = 500;
const MAX_ATTEMPTS = 3;
/** lock_not_available, deadlock_detected */
const IS_LOCKED = new Set(['55P03', '40P01']);

interface Deletion {
  now: Date;
  days: RetentionDays;
  limits: BatchLimits;
  signal?: AbortSignal;
}

/**
 * Deletes the old rows of one table, batch by batch, each in a transaction of its own. Between two it pauses for as long as the last
 * one took, so it never takes more than half of a connection's time. It reads the blocks that the table has at the start; rows written
 * later are too young to delete.
 * @param session whose connection holds the turn
 * @returns false when it was stopped; what is left goes in the next run
 */
export async function deleteOldRows(
  session: EntityManager,
  rule: RetentionRule,
  { limits, signal, ...moment }: Deletion,
): Promise<boolean> {
  const blocks = await countBlocks(session, rule.table);
  for (let firstBlock = 0; firstBlock < blocks; firstBlock += limits.blocks) {
    const batch = { ...moment, firstBlock, endBlock: firstBlock + limits.blocks, limit: limits.rows };
    let deleted: number;
    do {
      if (signal?.aborted) return false;
      const begin = performance.now();
      deleted = await deleteBatch(session, rule, batch);
      await pause(Math.max(limits.minPauseMs, performance.now() - begin));
    } while (deleted >= limits.rows);
  }
  return true;
}

/** Rows that stay locked are left to the next night. */
async function deleteBatch(session: EntityManager, rule: RetentionRule, batch: DeletionBatch): Promise<number> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      return await session.transaction(async (tx) => {
        await limitLockWait(tx, LOCK_MS);
        const deleted = await rule.deleteBatch(tx, batch);
        if (deleted > 0) await countDeleted(tx, rule.table, deleted);
        return deleted;
      });
    } catch (error) {
      if (!IS_LOCKED.has(codeOf(error) ?? '')) throw error;
    }
  }
  return 0;
}
