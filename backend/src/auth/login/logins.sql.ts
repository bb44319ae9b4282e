import type { DataSource, EntityManager } from 'typeorm';
import { TWO_FACTOR_REQUIRED_SQL } from '../../settings/settings.sql.js';
import { arrayParameter, prepared } from '../../platform/database/connections/prepared.js';

/*
 * Logins and refresh tokens. By hand: every call of a signed-in user reads its login with its rights in one statement, a
 * refresh token is read under its lock, and the list and the limits of logins and tokens are set-wise.
 */

/** An administrator's login ends this long after the sign-in, even when in use. */
export const ADMIN_HOURS = 12;
/** How long a refresh token is valid; each use gives a new one. */
export const REFRESH_DAYS = 30;
/** How many logins of one user are stored, active ones first. */
export const MAX_LOGINS = 100;
/** How many refresh tokens of one login are stored: more than the rate limit allows within the grace period of a used one. */
const MAX_TOKENS = 200;

/** Condition: the login `l` of the user `u` is active. */
const ACTIVE_LOGIN = `l.revoked_at IS NULL
  AND NOT (u.is_staff AND l.created_at <= now() - interval '${ADMIN_HOURS} hours')`;

/** Deletes a user's least recently used logins beyond `MAX_LOGINS`; those that another sign-in deletes are skipped. */
export async function deleteOldLogins(tx: EntityManager, userId: number): Promise<void> {
  await tx.query(
    `DELETE FROM logins WHERE id IN (SELECT id FROM logins WHERE user_id = $1
       ORDER BY revoked_at IS NOT NULL, last_used_at DESC OFFSET ${MAX_LOGINS} FOR NO KEY UPDATE SKIP LOCKED)`,
    [userId],
  );
}

/** Inserts a refresh token of a login. By hand: the database's clock, which checks its end, sets it. */
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
 * Deletes a login's oldest refresh tokens beyond `MAX_TOKENS`, used or not. At most 1,000, so that no call waits for a login
 * with many; those that another refresh uses or deletes are skipped.
 */
export async function deleteOldTokens(tx: EntityManager, loginId: string): Promise<void> {
  await tx.query(
    `DELETE FROM refresh_tokens WHERE id IN (SELECT id FROM refresh_tokens WHERE id IN
       (SELECT id FROM refresh_tokens WHERE login_id = $1 ORDER BY expires_at DESC OFFSET ${MAX_TOKENS} LIMIT 1000)
       FOR UPDATE SKIP LOCKED)`,
    [loginId],
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
     WHERE t.id = $1 AND t.expires_at > now() AND ${ACTIVE_LOGIN} AND u.is_active FOR UPDATE OF t`,
    [id, graceSeconds],
  );
  return token;
}

/** The user of an active login. */
export interface LoginUser {
  login: string;
  id: number;
  isStaff: boolean;
  isActive: boolean;
  /** True for an administrator without the second factor that the owner requires. */
  lacksFactor: boolean;
  /** Null once somebody has proved to own the mailbox. */
  unprovedMailbox: string | null;
}

const LOGIN_USERS = prepared(
  'login-users',
  `SELECT l.id AS login, u.id, u.is_staff AS "isStaff", u.is_active AS "isActive",
     CASE WHEN u.is_staff THEN ${TWO_FACTOR_REQUIRED_SQL} AND NOT EXISTS
       (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) ELSE false END AS "lacksFactor",
     CASE WHEN u.email_verified_at IS NULL THEN u.email_key END AS "unprovedMailbox"
   FROM logins l JOIN users u ON u.id = l.user_id
   WHERE l.id = ANY (${arrayParameter('$1', 'uuid')}) AND ${ACTIVE_LOGIN} AND u.closed_at IS NULL`,
);

/** Reads the users of those logins that are active. */
export function readLoginUsers(db: DataSource, loginIds: readonly string[]): Promise<LoginUser[]> {
  return db.query(LOGIN_USERS, [loginIds]);
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
     WHERE l.user_id = $1 AND ${ACTIVE_LOGIN}
       AND EXISTS (SELECT FROM refresh_tokens t WHERE t.login_id = l.id AND t.expires_at > now())
     ORDER BY l.id = $2 DESC, l.last_used_at DESC LIMIT ${MAX_LOGINS}`,
    [userId, currentId],
  );
}
