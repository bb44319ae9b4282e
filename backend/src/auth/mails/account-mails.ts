import type { EntityManager } from 'typeorm';
import { queueMail, type AccountChange } from '../../mail/outbox.js';
import type { User } from '../users/user.entity.js';
import { hasActiveKeys } from './recipients.sql.js';

/**
 * Queues a mail about each change of the account's credentials, to its previous e-mail: an intruder who changes the e-mail
 * cannot hide that from the owner.
 * @param user the account before the change
 */
export async function mailAccountOwner(
  tx: EntityManager,
  { id: userId, email: recipient }: Pick<User, 'id' | 'email'>,
  changes: readonly (AccountChange | false | undefined)[],
): Promise<void> {
  for (const template of changes) if (template) await queueMail(tx, { template, userId, recipient });
  // An intruder may have made one; a real integration must not stop because its owner has forgotten a password.
  const isCredential = changes.some((change) => change === 'password_changed' || change === 'email_changed');
  if (isCredential && (await hasActiveKeys(tx, userId))) {
    await queueMail(tx, { template: 'api_keys_remain', userId, recipient });
  }
}
