import { Not, type EntityManager } from 'typeorm';
import { ShopError, type FieldErrors } from '../common/shop-error.js';
import { lockNames } from '../db/locks.js';
import { User, nameKey } from './user.entity.js';

/** A user name, an e-mail, or both, each beside what it is compared by. */
export type Names = Partial<Pick<User, 'username' | 'usernameKey' | 'email' | 'emailKey'>>;

/**
 * Reserves names for an account until the transaction ends.
 * @param ownerId the account that wants them; none for one that is about to be made
 * @returns what to store
 * @throws ShopError 400 naming `username` or `email` when another account has it, as its name or as its e-mail
 */
export async function claimNames<T extends { username?: string; email?: string }>(
  tx: EntityManager,
  { username, email }: T,
  ownerId?: number,
): Promise<Names> {
  const names: Names = {};
  if (username !== undefined) Object.assign(names, { username, usernameKey: nameKey(username) });
  if (email !== undefined) Object.assign(names, { email, emailKey: nameKey(email) });
  const { usernameKey, emailKey } = names;
  await lockNames(
    tx,
    [usernameKey, emailKey].filter((key) => key !== undefined),
  );
  const taken: FieldErrors = {};
  if (usernameKey && (await isTaken(tx, usernameKey, ownerId))) taken.username = ['Tên đăng nhập đã được sử dụng'];
  if (emailKey && (await isTaken(tx, emailKey, ownerId))) taken.email = ['Email đã được sử dụng'];
  if (Object.keys(taken).length > 0) throw ShopError.fields(taken);
  return names;
}

/** Whether an account other than the owner's has this as its name or as its e-mail. */
export function isTaken(tx: EntityManager, key: string, ownerId?: number): Promise<boolean> {
  const others = ownerId === undefined ? {} : { id: Not(ownerId) };
  return tx.existsBy(User, [
    { usernameKey: key, ...others },
    { emailKey: key, ...others },
  ]);
}
