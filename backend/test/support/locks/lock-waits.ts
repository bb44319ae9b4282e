import type { EntityManager } from 'typeorm';
import { until } from '../until.js';

/** How many transactions wait for a lock that another one holds. @param tx sees them by its owner's role */
export async function waitingForLocks(tx: EntityManager): Promise<number> {
  await tx.query('SET LOCAL ROLE NONE; SELECT pg_stat_clear_snapshot()');
  const [row]: { count: number }[] = await tx.query(
    `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}

export const untilLockWaits = (tx: EntityManager, count: number) =>
  until(`${count} transactions wait for locks`, async () => (await waitingForLocks(tx)) === count);
