import type { DataSource } from 'typeorm';
import { nameKey } from '../users/user.entity.js';

/*
 * The first administrator. By hand: the data source that prepares the database has no entities.
 */

/** Returns true when user 1, the administrator whom shoppers write to, exists. */
export async function hasFirstUser(db: DataSource): Promise<boolean> {
  const known: unknown[] = await db.query('SELECT 1 FROM users WHERE id = 1');
  return known.length > 0;
}

/** Inserts user 1 unless it exists. @returns false when it existed */
export async function insertFirstUser(
  db: DataSource,
  admin: { username: string; email: string; passwordHash: string },
): Promise<boolean> {
  const made: unknown[] = await db.query(
    `INSERT INTO users (id, username, username_key, email, email_key, password_hash, is_staff)
     VALUES (1, $1, $2, $3, $4, $5, true) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [admin.username, nameKey(admin.username), admin.email, nameKey(admin.email), admin.passwordHash],
  );
  if (made.length === 0) return false;
  // An explicit id does not move the sequence.
  await db.query(`SELECT setval(pg_get_serial_sequence('users', 'id'), (SELECT max(id) FROM users))`);
  return true;
}
