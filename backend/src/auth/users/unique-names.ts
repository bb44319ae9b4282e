import { Not, type EntityManager } from 'typeorm';
import { ShopError, type FieldErrors } from '../../platform/errors/shop-error.js';
import { Email } from '../../contract/accounts/auth.js';
import { lockNames } from './user.locks.js';
import { User, nameKey } from './user.entity.js';

/** A user name, an e-mail, or both, each with the key that it is compared by. */
export type UniqueNames = Partial<Pick<User, 'username' | 'usernameKey' | 'email' | 'emailKey'>>;

/** Locks names, as `claimUniqueNames` does, for a caller that locks the account before it can claim them. */
export const lockUniqueNames = (
  tx: EntityManager,
  { username, email }: { username?: string; email?: string },
): Promise<void> =>
  lockNames(
    tx,
    [username, email].flatMap((name) => (name === undefined ? [] : [nameKey(name)])),
  );

/**
 * Reserves names for an account until the transaction ends. A user name that is an e-mail address must be the account's own,
 * or it would keep the owner of that address from registering, signing in with Google and resetting a password.
 * @param owner the account that takes them; undefined for a new one
 * @returns the columns to store
 * @throws ShopError 400 naming `username` or `email` when another account uses it as its name or e-mail, and `username` when
 *   it is another e-mail address than the account's
 */
export async function claimUniqueNames<T extends { username?: string; email?: string }>(
  tx: EntityManager,
  { username, email }: T,
  owner?: Pick<User, 'id' | 'usernameKey' | 'emailKey'>,
): Promise<UniqueNames> {
  const names: UniqueNames = {};
  if (username !== undefined) Object.assign(names, { username, usernameKey: nameKey(username) });
  if (email !== undefined) Object.assign(names, { email, emailKey: nameKey(email) });
  const { usernameKey, emailKey } = names;
  await lockUniqueNames(tx, { username, email });
  const taken: FieldErrors = {};
  if (isForeignEmail({ ...owner, ...names }) && isChanged(names, owner)) taken.username = [FOREIGN_EMAIL];
  if (usernameKey && (await isNameTaken(tx, usernameKey, owner?.id)))
    taken.username = ['Tên đăng nhập đã được sử dụng'];
  if (emailKey && (await isNameTaken(tx, emailKey, owner?.id))) taken.email = ['Email đã được sử dụng'];
  if (Object.keys(taken).length > 0) throw ShopError.fields(taken);
  return names;
}

const FOREIGN_EMAIL = 'Tên đăng nhập có dạng email phải trùng với email của tài khoản';

const isForeignEmail = ({ usernameKey, emailKey }: UniqueNames): boolean =>
  usernameKey !== emailKey && Email.safeParse(usernameKey).success;

/** Names from before this rule stay until one of them changes. */
const isChanged = (
  { usernameKey, emailKey }: UniqueNames,
  owner: Pick<User, 'usernameKey' | 'emailKey'> | undefined,
): boolean =>
  (usernameKey !== undefined && usernameKey !== owner?.usernameKey) ||
  (emailKey !== undefined && emailKey !== owner?.emailKey);

/** Returns true when an account other than the owner's uses this key as its name or e-mail. */
export function isNameTaken(tx: EntityManager, key: string, ownerId?: number): Promise<boolean> {
  const others = ownerId === undefined ? {} : { id: Not(ownerId) };
  return tx.existsBy(User, [
    { usernameKey: key, ...others },
    { emailKey: key, ...others },
  ]);
}
