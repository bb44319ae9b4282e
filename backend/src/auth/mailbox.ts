import type { EntityManager } from 'typeorm';
import { User } from './user.entity.js';

/**
 * Writes down that whoever acts now reads the mailbox of the account's e-mail. Who registered with it may have been
 * somebody else, waiting for the owner to come: the first time, what they left to get in by is taken away.
 *
 * @returns whether it was the first time; then the password and the logins are the caller's to end
 */
export async function proveMailbox(tx: EntityManager, { id, emailVerifiedAt }: User): Promise<boolean> {
  if (emailVerifiedAt) return false;
  await tx.query('DELETE FROM identities WHERE user_id = $1', [id]);
  await tx.update(User, { id }, { emailVerifiedAt: new Date() });
  return true;
}
