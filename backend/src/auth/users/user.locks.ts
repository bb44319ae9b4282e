import { IsNull, type EntityManager } from 'typeorm';
import { LOCK_CLASSES } from '../../platform/database/advisory-locks.js';
import { prepared } from '../../platform/database/connections/prepared.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { User, nameKey } from './user.entity.js';

/**
 * Locks names, so that of two concurrent registrations of the same name the second sees the first.
 * @param keys results of `nameKey`
 */
export async function lockNames(tx: EntityManager, keys: string[]): Promise<void> {
  for (const key of [...keys].sort()) {
    await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_CLASSES.uniqueNames, key]);
  }
}

/**
 * Locks all administrators before one of them is demoted, deactivated or deleted, so that concurrent changes serialize.
 * @returns the ids of the current administrators
 */
export async function lockAdmins(tx: EntityManager): Promise<number[]> {
  const rows: { id: number }[] = await tx.query(
    'SELECT id FROM users WHERE is_staff AND is_active ORDER BY id FOR NO KEY UPDATE',
  );
  return rows.map(({ id }) => id);
}

/** Locks an account that is not closed, and loads its password hash. @returns null when there is none */
export function lockUser(tx: EntityManager, id: number): Promise<User | null> {
  const query = tx.createQueryBuilder(User, 'user').addSelect('user.passwordHash').where({ id, closedAt: IsNull() });
  return query.setLock('for_no_key_update').getOne();
}

/** Locks the open account with this user name or e-mail. @returns null when there is none */
export function lockAccountNamed(tx: EntityManager, name: string): Promise<User | null> {
  const [key, closedAt] = [nameKey(name), IsNull()];
  const where = [
    { usernameKey: key, closedAt },
    { emailKey: key, closedAt },
  ];
  return tx.findOne(User, { where, lock: { mode: 'for_no_key_update' } });
}

/** Locks an account's row so that no new row can refer to it until the transaction ends. */
export async function lockUserForDeletion(tx: EntityManager, id: number): Promise<void> {
  await tx.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [id]);
}

/**
 * The part of a statement that selects open accounts and keeps them from being deleted until the transaction ends. It waits for
 * a deletion that is under way, and then selects no closed account.
 * @param ids an array of integers, as the statement writes it
 */
export const openAccountsForReference = (ids: string): string =>
  `SELECT id FROM users WHERE id = ANY (${ids}) AND closed_at IS NULL ORDER BY id FOR KEY SHARE`;

const LOCK_FOR_REFERENCE = prepared('users-hold', openAccountsForReference('$1::integer[]'));

/**
 * Keeps accounts from being deleted until the transaction ends. Call it before creating a deletion blocker, such as an
 * open payment: a concurrent deletion waits and then sees the blocker.
 * @throws ShopError 401 for a closed account
 */
export async function lockAccountsForReference(tx: EntityManager, ids: Iterable<number>): Promise<void> {
  const wanted = [...new Set(ids)];
  const open: unknown[] = await tx.query(LOCK_FOR_REFERENCE, [wanted]);
  if (open.length < wanted.length) throw accountClosed();
}

/** Like `lockAccountsForReference`, for one. @throws ShopError 401 for a closed account */
export const lockAccountForReference = (tx: EntityManager, id: number): Promise<void> =>
  lockAccountsForReference(tx, [id]);

export const accountClosed = () => new ShopError(401, 'Tài khoản không còn tồn tại');
