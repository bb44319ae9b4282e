import type { DataSource } from 'typeorm';
import { verifyPassword } from '../auth/passwords/passwords.js';
import { DEMO_PASSWORDS } from '../platform/config/config.js';

/**
 * Looks for accounts with the demo's passwords in a production shop: a database from development keeps them, whatever
 * ADMIN_PASSWORD says now. For the demo's shopper it only warns on standard error, because any visitor may choose such a name
 * and password.
 * @throws Error with one sentence when the administrator has the demo's password
 */
export async function refuseDemoPasswords(db: DataSource): Promise<void> {
  const [admin, khach] = await Promise.all([
    hasPassword(db, `id = 1`, DEMO_PASSWORDS.admin),
    hasPassword(db, `id <> 1 AND username_key = 'khach'`, DEMO_PASSWORDS.khach),
  ]);
  if (khach) console.error('The account khach has the password of the demo: deactivate it, or change its password.');
  if (admin) {
    throw new Error(
      'The first administrator has the password of the demo, kept in the database since its first start: change it before NODE_ENV is "production".',
    );
  }
}

/**
 * Warns on standard error of an administrator with the demo's password, outside production. Such a shop starts all the same: a
 * container must listen on all addresses to be tried at all, and all settings have defaults.
 * @param opened why other machines reach the shop, see `Config.openedBy`
 */
export async function warnOfDemoPassword(db: DataSource, opened: string): Promise<void> {
  if (!(await hasPassword(db, `id = 1`, DEMO_PASSWORDS.admin))) return;
  console.error(
    `WARNING: ${opened}, so whoever reaches this machine can sign in as its administrator with the password of the demo. Change it, or set ADMIN_PASSWORD before the first start.`,
  );
}

async function hasPassword(db: DataSource, condition: string, password: string): Promise<boolean> {
  const [user]: { password_hash: string }[] = await db.query(
    `SELECT password_hash FROM users WHERE is_active AND ${condition}`,
  );
  return user !== undefined && verifyPassword(password, user.password_hash);
}
