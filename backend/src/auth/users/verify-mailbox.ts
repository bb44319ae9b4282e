import type { EntityManager } from 'typeorm';
import { Identity } from './identity.entity.js';
import { User } from './user.entity.js';

/**
 * Records that the caller has proved access to the account's mailbox. Until then somebody else may have registered with
 * that e-mail to take the account over later (pre-hijacking), so the first proof deletes all linked identities.
 *
 * @returns true for the first proof; then the caller must replace the password and end the logins
 */
export async function verifyMailbox(tx: EntityManager, { id, emailVerifiedAt }: User): Promise<boolean> {
  if (emailVerifiedAt) return false;
  await tx.delete(Identity, { userId: id });
  await tx.update(User, { id }, { emailVerifiedAt: new Date() });
  return true;
}
