import type { DataSource } from 'typeorm';
import { hasFirstUser, insertFirstUser } from '../accounts/accounts.sql.js';
import { hashPassword } from '../login/passwords.js';

/**
 * Creates user 1, the administrator whom shoppers write to, unless it exists. Safe when several processes start at once.
 * @param admin name, e-mail and password in clear, from the settings
 * @returns false when the account existed
 */
export async function ensureAdmin(
  db: DataSource,
  { password, ...admin }: { username: string; email: string; password: string },
): Promise<boolean> {
  if (await hasFirstUser(db)) return false;
  return insertFirstUser(db, { ...admin, passwordHash: await hashPassword(password) });
}
