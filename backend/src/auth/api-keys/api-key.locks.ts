import type { EntityManager } from 'typeorm';
import { ApiKey } from './api-key.entity.js';

/** Keeps others from adding keys until the transaction ends, so that their number can be bounded. Readers do not wait. */
export const lockKeyList = (tx: EntityManager): Promise<unknown> =>
  tx.query('LOCK TABLE api_keys IN SHARE ROW EXCLUSIVE MODE');

/** Locks a key for a change. @returns null when there is none */
export const lockKey = (tx: EntityManager, id: number): Promise<ApiKey | null> =>
  tx.findOne(ApiKey, { where: { id }, lock: { mode: 'for_no_key_update' } });
