import type { DataSource, EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { mailAccountOwner } from '../accounts/account-mails.js';
import { nameKey, type User } from '../user.entity.js';

/** The origin that the audit log shows for the operator's command. */
const COMMAND = 'npm run admin:reset-2fa';

/**
 * Takes an account's second factor away, tells its owner by mail, and the log of changes.
 * @param user under its lock
 * @throws ShopError 409 when there is none
 */
export async function removeFactor(
  tx: EntityManager,
  by: Pick<Actor, 'id' | 'address'>,
  user: Pick<User, 'id' | 'username' | 'email'>,
): Promise<void> {
  const removed: unknown[] = await tx.query(
    'WITH gone AS (DELETE FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL RETURNING 1) SELECT FROM gone',
    [user.id],
  );
  if (removed.length === 0) throw isOff();
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
 * Does the same for an operator, and signs every device of the account out. The log names the account itself, and the
 * command in the place of an address.
 * @param username the user name or the e-mail
 * @throws Error when there is no such account; ShopError 409 when its second factor is off
 */
export async function resetFactor(db: DataSource, username: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [user]: Pick<User, 'id' | 'username' | 'email'>[] = await tx.query(
      `SELECT id, username, email FROM users WHERE (username_key = $1 OR email_key = $1) AND closed_at IS NULL
       FOR NO KEY UPDATE`,
      [nameKey(username)],
    );
    if (!user) throw new Error(`There is no account ${username}`);
    await removeFactor(tx, { id: user.id, address: COMMAND }, user);
    await tx.query('UPDATE logins SET revoked_at = now() WHERE user_id = $1 AND revoked_at IS NULL', [user.id]);
  });
}

export const isOff = () => new ShopError(409, 'Tài khoản chưa bật xác thực hai lớp.');
