import type { EntityManager } from 'typeorm';
import type { ProfileUpdate } from '../../contract/accounts/profile.js';
import { changedMeanwhile } from '../passwords/current-passwords.js';
import { claimUniqueNames, type UniqueNames } from '../users/unique-names.js';
import type { User } from '../users/user.entity.js';

/** The columns of an account to change. */
export type ProfileChanges = UniqueNames & Partial<Pick<User, 'passwordHash' | 'emailVerifiedAt' | 'avatarHash'>>;

/** What an update of the password or the e-mail has been checked for, before the account is locked. */
export interface CheckedCredentials {
  /** Another e-mail than the account had. */
  newEmail?: string | undefined;
  /** The hash that the current password matched. */
  checkedHash?: string;
  /** The hash of the new password. */
  passwordHash?: string;
  /** The mailbox that nobody has proved, whose limit has room for a mail about the change. */
  countedMailbox?: string | undefined;
}

/**
 * Decides what a profile update changes of the account.
 * @param user locked
 * @throws ShopError 400 for a taken name; 409 when the account has changed since the check
 */
export async function decideProfileChanges(
  tx: EntityManager,
  user: User,
  update: ProfileUpdate,
  { newEmail, checkedHash, passwordHash }: CheckedCredentials,
): Promise<ProfileChanges> {
  if (checkedHash !== undefined && user.passwordHash !== checkedHash) throw changedMeanwhile();
  const isNewEmail = update.email !== undefined && update.email !== user.email;
  // The e-mail was changed back between the check and the lock.
  if (isNewEmail && newEmail === undefined) throw changedMeanwhile();
  const names = await claimUniqueNames(tx, update, user);
  return {
    ...profileOf(update),
    ...names,
    ...(passwordHash && { passwordHash }),
    ...(isNewEmail && { emailVerifiedAt: null }),
  };
}

function profileOf(update: ProfileUpdate) {
  const { first_name: firstName, last_name: lastName, birth_date, phone, gender, address } = update;
  const birthDate = birth_date === undefined ? undefined : birth_date || null;
  const fields = Object.entries({ firstName, lastName, birthDate, phone, gender, address });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
