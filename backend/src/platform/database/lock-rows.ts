import type { SelectQueryBuilder } from 'typeorm';

/**
 * Runs a query with `FOR UPDATE`.
 * @param waits true to wait for rows that another transaction holds, false to skip them
 */
export function lockRows<E extends object>(query: SelectQueryBuilder<E>, waits: boolean): Promise<E[]> {
  return (waits ? query : query.setOnLocked('skip_locked')).setLock('pessimistic_write').getMany();
}
