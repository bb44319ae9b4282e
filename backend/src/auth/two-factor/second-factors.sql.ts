import type { DataSource } from 'typeorm';
import type { TwoFactor } from '../../contract/accounts/two-factor.js';
import { TWO_FACTOR_REQUIRED_SQL } from '../../settings/settings.sql.js';

/*
 * Second factors and recovery codes. By hand: one guarded UPDATE uses a code, so that only one of two concurrent requests
 * succeeds; a guarded upsert stores a secret; one statement reads the data of a page.
 */

/** Reads the data of a user's settings page. */
export async function readTwoFactor(db: DataSource, userId: number): Promise<TwoFactor> {
  const [row]: [TwoFactor] = await db.query(
    `SELECT EXISTS (SELECT FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL) AS is_on,
       ${TWO_FACTOR_REQUIRED_SQL} AS is_required,
       (SELECT count(*)::integer FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL) AS recovery_codes_left`,
    [userId],
  );
  return row;
}

/** Stores an unconfirmed secret, in place of an earlier unconfirmed one. @returns false when the second factor is on */
export async function storeSecret(db: DataSource, userId: number, secret: string): Promise<boolean> {
  const stored: unknown[] = await db.query(
    `INSERT INTO second_factors (user_id, secret) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = now()
       WHERE second_factors.confirmed_at IS NULL RETURNING 1`,
    [userId, secret],
  );
  return stored.length > 0;
}

/** Uses the code of a time step. @returns false when this or a later one was used before */
export async function useStep(db: DataSource, userId: number, step: number): Promise<boolean> {
  const [, taken]: [unknown, number] = await db.query(
    'UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2',
    [userId, step],
  );
  return taken === 1;
}

/** Uses a recovery code. @returns false when it is unknown or used */
export async function useRecoveryCode(db: DataSource, userId: number, hash: string): Promise<boolean> {
  const [, taken]: [unknown, number] = await db.query(
    'UPDATE recovery_codes SET used_at = now() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, hash],
  );
  return taken === 1;
}
