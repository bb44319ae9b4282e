import type { EntityManager } from 'typeorm';
import { Account } from './account.entity.js';
import { lockRows } from '../platform/database/lock-rows.js';

/** Locks a user's wallet, to check it before moving money. @returns null when it has not been created yet */
export function lockWallet(tx: EntityManager, userId: number): Promise<Account | null> {
  return tx.findOne(Account, { where: { userId }, lock: { mode: 'pessimistic_write' } });
}

/** Locks a wallet by its id, to change its state or to count what is open for it. @returns null when there is none */
export function lockWalletById(tx: EntityManager, id: number): Promise<Account | null> {
  return tx.findOne(Account, { where: { id, kind: 'wallet' }, lock: { mode: 'for_no_key_update' } });
}

/**
 * Locks the existing wallets of several users, in the order of their ids.
 * @param waits whether to wait for locked rows; otherwise they are skipped
 */
export function lockWallets(tx: EntityManager, userIds: number[], waits: boolean): Promise<Account[]> {
  const query = tx
    .createQueryBuilder(Account, 'wallet')
    .where('wallet.user_id = ANY (:userIds::integer[])', { userIds })
    .orderBy('wallet.id');
  return lockRows(query, waits);
}
