import type { EntityManager } from 'typeorm';
import { queueMail, type AccountChange } from '../mail/outbox.js';
import type { User } from './user.entity.js';

/**
 * Tells the owner of a change of what opens the account, at the e-mail that it had before: whoever has taken an account
 * over cannot keep the mail from its owner.
 * @param user as the account was before the change
 */
export async function mailOwner(
  tx: EntityManager,
  { id: userId, email: recipient }: Pick<User, 'id' | 'email'>,
  changes: readonly (AccountChange | false | undefined)[],
): Promise<void> {
  for (const template of changes) if (template) await queueMail(tx, { template, userId, recipient });
}
