import type { DataSource } from 'typeorm';
import { hashPassword } from '../login/passwords.js';
import { nameKey } from '../user.entity.js';

/**
 * Makes user 1, the administrator whom shoppers write to, unless there is one. Safe when several processes start at once.
 * @param admin name, e-mail and password in clear, from the settings
 * @returns whether the account was made now
 */
export async function ensureAdmin(
  db: DataSource,
  admin: { username: string; email: string; password: string },
): Promise<boolean> {
  const known: unknown[] = await db.query('SELECT 1 FROM users WHERE id = 1');
  if (known.length > 0) return false;
  const made: unknown[] = await db.query(
    `INSERT INTO users (id, username, username_key, email, email_key, password_hash, is_staff)
     VALUES (1, $1, $2, $3, $4, $5, true) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [admin.username, nameKey(admin.username), admin.email, nameKey(admin.email), await hashPassword(admin.password)],
  );
  if (made.length === 0) return false;
  // A number that was given by hand does not move the sequence.
  await db.query(`SELECT setval(pg_get_serial_sequence('users', 'id'), (SELECT max(id) FROM users))`);
  return true;
}
