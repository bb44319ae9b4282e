import type { DataSource, EntityManager } from 'typeorm';
import { isRequiredSql } from '../two-factor/required.js';
import type { Device } from './device.js';

/*
 * Logins and refresh tokens. By hand: every call of a signed-in user reads its login with its rights in one statement, and
 * a refresh token is read under its lock.
 */

/** An administrator's login ends this long after the sign-in, even when in use. */
const ADMIN_HOURS = 12;
/** How many logins of one user are stored, active ones first. */
export const MAX_LOGINS = 100;

/** Condition: the login `l` of the user `u` is active. */
const LIVING_LOGIN = `l.revoked_at IS NULL
  AND NOT (u.is_staff AND l.created_at <= now() - interval '${ADMIN_HOURS} hours')`;
/** Assignments that end a login and erase its device. */
const REVOKED = `revoked_at = now(), user_agent = '', network = ''`;

/** Inserts a login; beyond `MAX_LOGINS` it deletes the user's least recently used one. @returns its id */
export async function insertLogin(tx: EntityManager, userId: number, { userAgent, network }: Device): Promise<string> {
  const [login]: { id: string }[] = await tx.query(
    'INSERT INTO logins (user_id, user_agent, network) VALUES ($1, $2, $3) RETURNING id',
    [userId, userAgent, network],
  );
  if (!login) throw new Error('The login was not stored');
  await tx.query(
    `DELETE FROM logins WHERE id IN (SELECT id FROM logins WHERE user_id = $1
       ORDER BY revoked_at IS NOT NULL, last_used_at DESC OFFSET ${MAX_LOGINS} FOR NO KEY UPDATE SKIP LOCKED)`,
    [userId],
  );
  return login.id;
}

/** Inserts a refresh token of a login. */
export async function insertRefreshToken(
  tx: EntityManager,
  id: string,
  loginId: string,
  lifetimeSeconds: number,
): Promise<void> {
  await tx.query(
    'INSERT INTO refresh_tokens (id, login_id, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))',
    [id, loginId, lifetimeSeconds],
  );
}

/**
 * Locks an unexpired refresh token of an active login and account.
 * @returns whether it was used longer ago than `graceSeconds`; undefined when there is no such token
 */
export async function lockRefreshToken(
  tx: EntityManager,
  id: string,
  graceSeconds: number,
): Promise<{ isReused: boolean } | undefined> {
  const [token]: { isReused: boolean }[] = await tx.query(
    `SELECT coalesce(t.used_at < now() - make_interval(secs => $2), false) AS "isReused"
     FROM refresh_tokens t JOIN logins l ON l.id = t.login_id JOIN users u ON u.id = l.user_id
     WHERE t.id = $1 AND t.expires_at > now() AND ${LIVING_LOGIN} AND u.is_active FOR UPDATE OF t`,
    [id, graceSeconds],
  );
  return token;
}

/** Marks a refresh token as used, deletes its login's expired ones, and notes the login's device and time. */
export async function useRefreshToken(
  tx: EntityManager,
  id: string,
  loginId: string,
  { userAgent, network }: Device,
): Promise<void> {
  await tx.query('UPDATE refresh_tokens SET used_at = coalesce(used_at, now()) WHERE id = $1', [id]);
  await tx.query('DELETE FROM refresh_tokens WHERE login_id = $1 AND expires_at < now()', [loginId]);
  await tx.query('UPDATE logins SET last_used_at = now(), user_agent = $2, network = $3 WHERE id = $1', [
    loginId,
    userAgent,
    network,
  ]);
}

/** Ends a login. */
export async function revokeLogin(tx: EntityManager, loginId: string): Promise<void> {
  await tx.query(`UPDATE logins SET ${REVOKED} WHERE id = $1 AND revoked_at IS NULL`, [loginId]);
}

/** Ends a user's logins. @param exceptId a login to keep */
export async function revokeLogins(tx: EntityManager, userId: number, exceptId?: string): Promise<void> {
  await tx.query(`UPDATE logins SET ${REVOKED} WHERE user_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $2`, [
    userId,
    exceptId ?? null,
  ]);
}

/** Ends a login of this user. @returns false when it does not exist or has ended */
export async function revokeLoginOf(db: DataSource, userId: number, loginId: string): Promise<boolean> {
  const [, ended]: [unknown, number] = await db.query(
    `UPDATE logins SET ${REVOKED} WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL`,
    [loginId, userId],
  );
  return ended === 1;
}

/** Ends a user's logins that are older than an administrator's limit. */
export async function revokeExpiredLogins(tx: EntityManager, userId: number): Promise<void> {
  await tx.query(
    `UPDATE logins SET ${REVOKED}
     WHERE user_id = $1 AND revoked_at IS NULL AND created_at <= now() - interval '${ADMIN_HOURS} hours'`,
    [userId],
  );
}

/** The user of an active login. */
export interface LoginHolder {
  login: string;
  id: number;
  isStaff: boolean;
  isActive: boolean;
  /** True for an administrator without the second factor that the owner requires. */
  lacksFactor: boolean;
}

/** Reads the users of those logins that are active. */
export function readHolders(db: DataSource, loginIds: readonly string[]): Promise<LoginHolder[]> {
  return db.query(
    `SELECT l.id AS login, u.id, u.is_staff AS "isStaff", u.is_active AS "isActive",
       CASE WHEN u.is_staff THEN ${isRequiredSql} AND NOT EXISTS
         (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) ELSE false END AS "lacksFactor"
     FROM logins l JOIN users u ON u.id = l.user_id
     WHERE l.id = ANY ($1::uuid[]) AND ${LIVING_LOGIN} AND u.closed_at IS NULL`,
    [loginIds],
  );
}

/** Lists a user's active logins with a valid refresh token: `currentId` first, then by last use. */
export function listLogins(
  db: DataSource,
  userId: number,
  currentId: string,
): Promise<{ id: string; user_agent: string; network: string; created_at: Date; last_used_at: Date }[]> {
  return db.query(
    `SELECT l.id, l.user_agent, l.network, l.created_at, l.last_used_at
     FROM logins l JOIN users u ON u.id = l.user_id
     WHERE l.user_id = $1 AND ${LIVING_LOGIN}
       AND EXISTS (SELECT FROM refresh_tokens t WHERE t.login_id = l.id AND t.expires_at > now())
     ORDER BY l.id = $2 DESC, l.last_used_at DESC LIMIT ${MAX_LOGINS}`,
    [userId, currentId],
  );
}
