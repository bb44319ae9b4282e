import type { DataSource, EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { mailAccountOwner } from '../accounts/account-mails.js';
import { revokeLogins } from '../login/logins.sql.js';
import type { User } from '../user.entity.js';
import { lockAccountNamed } from '../user.locks.js';
import { deleteFactor } from './second-factors.sql.js';

/** The origin that the audit log shows for the operator's command. */
const COMMAND = 'npm run admin:reset-2fa';

/**
 * Deletes an account's second factor, mails its owner and records it in the audit log.
 * @param user locked
 * @throws ShopError 409 when there is none
 */
export async function removeFactor(
  tx: EntityManager,
  by: Pick<Actor, 'id' | 'address'>,
  user: Pick<User, 'id' | 'username' | 'email'>,
): Promise<void> {
  if (!(await deleteFactor(tx, user.id))) throw isOff();
  await mailAccountOwner(tx, user, ['two_factor_off']);
  await recordAudit(tx, by, {
    action: 'update',
    subject: 'user',
    id: user.id,
    name: user.username,
    before: { two_factor: true },
    after: { two_factor: false },
  });
}

/**
 * Does the same for an operator, and ends all logins of the account. The audit log names the account itself as the actor,
 * and the command as the address.
 * @param username the user name or the e-mail
 * @throws Error when there is no such account; ShopError 409 when its second factor is off
 */
export async function resetFactor(db: DataSource, username: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const user = await lockAccountNamed(tx, username);
    if (!user) throw new Error(`There is no account ${username}`);
    await removeFactor(tx, { id: user.id, address: COMMAND }, user);
    await revokeLogins(tx, user.id);
  });
}

export const isOff = () => new ShopError(409, 'Tài khoản chưa bật xác thực hai lớp.');
