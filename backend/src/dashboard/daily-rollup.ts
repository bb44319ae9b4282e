import type { DataSource } from 'typeorm';
import { inTransaction } from '../platform/database/transaction.js';
import { COUNT_LINES } from '../paybox/daily-wallet-stats.js';
import { ROLLUP_BATCH } from '../platform/database/rollup-queue.sql.js';
import { ROLL_UP_EVENTS, rollUpBatch, tryLockRollup } from './daily-stats.sql.js';

/**
 * Rolls the queued order events and wallet lines up into the daily stats, in short transactions. Of two concurrent calls the
 * second does nothing.
 * @returns the number of events and lines that it counted
 */
export async function rollUpDays(db: DataSource): Promise<number> {
  let all = 0;
  for (const statement of [ROLL_UP_EVENTS, COUNT_LINES]) {
    let count: number;
    do {
      count = await inTransaction(db, async (tx) => ((await tryLockRollup(tx)) ? rollUpBatch(tx, statement) : 0));
      all += count;
    } while (count === ROLLUP_BATCH);
  }
  return all;
}
