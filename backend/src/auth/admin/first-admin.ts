import type { DataSource } from 'typeorm';
import { hashPassword } from '../passwords/passwords.js';
import { hasFirstUser, insertFirstUser } from './first-admin.sql.js';

/**
 * Creates user 1, the administrator that shoppers chat with, unless it exists. Several processes may call it concurrently.
 * @param admin name, e-mail and plain-text password from the settings
 * @returns false when the account existed
 */
export async function ensureAdmin(
  db: DataSource,
  { password, ...admin }: { username: string; email: string; password: string },
): Promise<boolean> {
  if (await hasFirstUser(db)) return false;
  return insertFirstUser(db, { ...admin, passwordHash: await hashPassword(password) });
}
