import type { DataSource, EntityManager } from 'typeorm';
import type { TwoFactor } from '../../contract/two-factor.js';
import { isRequiredSql } from './required.js';

/*
 * Second factors and recovery codes. By hand: a code is taken by one guarded UPDATE, so that of two who send it one gets in.
 */

/** Reads what a user's settings show. */
export async function readTwoFactor(db: DataSource, userId: number): Promise<TwoFactor> {
  const [row]: [TwoFactor] = await db.query(
    `SELECT EXISTS (SELECT FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL) AS is_on,
       ${isRequiredSql} AS is_required,
       (SELECT count(*)::integer FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL) AS recovery_codes_left`,
    [userId],
  );
  return row;
}

/** Stores an unconfirmed secret, in place of an earlier unconfirmed one. @returns false when the second factor is on */
export async function beginFactor(db: DataSource, userId: number, secret: string): Promise<boolean> {
  const stored: unknown[] = await db.query(
    `INSERT INTO second_factors (user_id, secret) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = now()
       WHERE second_factors.confirmed_at IS NULL RETURNING 1`,
    [userId, secret],
  );
  return stored.length > 0;
}

/** Locks and reads a user's second factor, on or only begun. */
export async function lockFactor(
  tx: EntityManager,
  userId: number,
): Promise<{ secret: string; isOn: boolean } | undefined> {
  const [factor]: { secret: string; isOn: boolean }[] = await tx.query(
    'SELECT secret, confirmed_at IS NOT NULL AS "isOn" FROM second_factors WHERE user_id = $1 FOR UPDATE',
    [userId],
  );
  return factor;
}

/** Switches a second factor on. @param step the time step of the first code, which then counts as used */
export async function confirmFactor(tx: EntityManager, userId: number, step: number): Promise<void> {
  await tx.query('UPDATE second_factors SET confirmed_at = now(), last_step = $2 WHERE user_id = $1', [userId, step]);
}

/** Deletes a second factor that is on. @returns false when there is none */
export async function deleteFactor(tx: EntityManager, userId: number): Promise<boolean> {
  const [, deleted]: [unknown, number] = await tx.query(
    'DELETE FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL',
    [userId],
  );
  return deleted === 1;
}

/** Returns true when a user's second factor is on. */
export async function hasFactor(tx: EntityManager, userId: number): Promise<boolean> {
  const rows: unknown[] = await tx.query('SELECT FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL', [
    userId,
  ]);
  return rows.length > 0;
}

/** Reads the sealed secret of a user whose second factor is on. */
export async function readSecret(
  db: DataSource,
  userId: number,
): Promise<{ secret: string; username: string } | undefined> {
  const [row]: { secret: string; username: string }[] = await db.query(
    `SELECT secret, username FROM second_factors JOIN users ON users.id = user_id
     WHERE user_id = $1 AND confirmed_at IS NOT NULL`,
    [userId],
  );
  return row;
}

/** Takes the code of a time step. @returns false when this or a later one was taken before */
export async function takeStep(db: DataSource, userId: number, step: number): Promise<boolean> {
  const [, taken]: [unknown, number] = await db.query(
    'UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2',
    [userId, step],
  );
  return taken === 1;
}

/** Takes a recovery code. @returns false when it is unknown or used */
export async function takeRecoveryCode(db: DataSource, userId: number, hash: string): Promise<boolean> {
  const [, taken]: [unknown, number] = await db.query(
    'UPDATE recovery_codes SET used_at = now() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, hash],
  );
  return taken === 1;
}

/** Replaces a user's recovery codes. */
export async function replaceRecoveryCodes(
  tx: EntityManager,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await tx.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  await tx.query('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::text[])', [userId, hashes]);
}

/** Returns true when the owner requires a second factor of administrators. */
export async function isFactorRequired(tx: EntityManager): Promise<boolean> {
  const [row]: [{ isRequired: boolean }] = await tx.query(`SELECT ${isRequiredSql} AS "isRequired"`);
  return row.isRequired;
}
