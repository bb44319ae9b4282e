import { DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { connectDatabase, dataSourceOptions } from '../../platform/database/data-source.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { OutboxMail } from '../../mail/outbox-mail.entity.js';
import { revokeLogins } from '../login/login-writes.js';
import { Login } from '../login/login.entity.js';
import { mailAccountOwner } from '../mails/account-mails.js';
import { User } from '../users/user.entity.js';
import { lockAccountNamed } from '../users/user.locks.js';
import { SecondFactor, activeFactorOf } from './second-factor.entity.js';

/** The origin that the audit log shows for the operator's command. */
const COMMAND = 'npm run admin:reset-2fa';

/**
 * Deletes an account's second factor, mails its owner and records it in the audit log.
 * @param user locked
 * @throws ShopError 409 when there is none
 */
export async function removeFactor(
  tx: EntityManager,
  actor: Pick<Actor, 'id' | 'address'>,
  user: Pick<User, 'id' | 'username' | 'email'>,
): Promise<void> {
  const { affected } = await tx.delete(SecondFactor, activeFactorOf(user.id));
  if (!affected) throw alreadyOff();
  await mailAccountOwner(tx, user, ['two_factor_off']);
  await recordAudit(tx, actor, {
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
 * and the command as the address. It opens the database itself, with the entities that it needs.
 * @param username the user name or the e-mail
 * @throws Error when there is no such account; ShopError 409 when its second factor is off
 */
export async function resetFactor(databaseUrl: string, username: string): Promise<void> {
  const db = await connectDatabase(
    new DataSource({ ...dataSourceOptions(databaseUrl), entities: [User, SecondFactor, Login, OutboxMail] }),
  );
  try {
    await inTransaction(db, async (tx) => {
      const user = await lockAccountNamed(tx, username);
      if (!user) throw new Error(`There is no account ${username}`);
      await removeFactor(tx, { id: user.id, address: COMMAND }, user);
      await revokeLogins(tx, { userId: user.id });
    });
  } finally {
    await db.destroy();
  }
}

export const alreadyOff = () => new ShopError(409, 'Tài khoản chưa bật xác thực hai lớp.');
