import type { DataSource, EntityManager } from 'typeorm';
import type { ApiKeyState } from '../../contract/administration/api-keys.js';
import type { ApiScope } from '../../contract/administration/integration-rules.js';
import { TWO_FACTOR_REQUIRED_SQL } from '../../settings/settings.sql.js';

/*
 * Keys of integrations. By hand: every call with a key reads it with the rights of its administrator in one statement.
 */

/** SQL condition: the user `u` still has an administrator's rights. A key ends with the rights of its owner. */
const IS_ADMIN = `u.is_staff AND u.is_active AND u.closed_at IS NULL AND (NOT ${TWO_FACTOR_REQUIRED_SQL} OR EXISTS
  (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL))`;

const STATE = `CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired'
  WHEN ${IS_ADMIN} THEN 'usable' ELSE 'blocked' END`;

/** A key that may be used. */
interface UsableKey {
  id: number;
  name: string;
  scopes: ApiScope[];
  user_id: number;
  /** Its last use was recorded more than a minute ago. */
  is_stale: boolean;
}

/** Finds a key by its hash. @returns undefined when it is unknown, revoked or expired, or its owner is no longer an administrator */
export async function findUsableKey(db: DataSource, hash: Buffer): Promise<UsableKey | undefined> {
  const [key]: UsableKey[] = await db.query(
    `SELECT k.id, k.name, k.scopes, k.user_id,
       coalesce(k.last_used_at < now() - interval '1 minute', true) AS is_stale
     FROM api_keys k JOIN users u ON u.id = k.user_id WHERE k.hash = $1 AND ${STATE} = 'usable'`,
    [hash],
  );
  return key;
}

/** Records a use of a key, at most once a minute. */
export async function recordUse(db: DataSource, id: number): Promise<void> {
  await db.query(
    `UPDATE api_keys SET last_used_at = now()
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    [id],
  );
}

/** Counts the keys that are neither revoked nor expired. */
export async function countActiveKeys(tx: EntityManager): Promise<number> {
  const [row]: { count: number }[] = await tx.query(
    `SELECT count(*)::integer AS count FROM api_keys
     WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
  );
  return row?.count ?? 0;
}

/** A key as administrators see it. */
export interface ListedKey {
  id: number;
  name: string;
  prefix: string;
  scopes: ApiScope[];
  created_by: { id: number; username: string };
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  state: ApiKeyState;
}

/** Reads keys, those that can be used first, then the newest. @param id of one key; null for all */
export function listKeys(tx: Pick<EntityManager, 'query'>, id: number | null, limit: number): Promise<ListedKey[]> {
  return tx.query(
    `SELECT k.id, k.name, k.prefix, k.scopes, json_build_object('id', u.id, 'username', u.username) AS created_by, k.created_at,
       k.expires_at, k.revoked_at, k.last_used_at, ${STATE} AS state
     FROM api_keys k JOIN users u ON u.id = k.user_id WHERE $1::integer IS NULL OR k.id = $1
     ORDER BY ${STATE} = 'usable' DESC, k.id DESC LIMIT $2`,
    [id, limit],
  );
}

/** The moment some days from now, by the database's clock. */
export async function inDays(tx: EntityManager, days: number): Promise<Date> {
  const [row]: { at: Date }[] = await tx.query('SELECT now() + make_interval(days => $1) AS at', [days]);
  if (!row) throw new Error('The database returned no time');
  return row.at;
}
