import type { EntityManager } from 'typeorm';

/*
 * Who gets a mail of accounts. By hand: the worker and the operator's commands, which queue some too, have no entity of accounts or keys.
 */

/** The ids of active administrators. */
export async function listActiveAdmins(tx: EntityManager, limit: number): Promise<number[]> {
  const rows: { id: number }[] = await tx.query(
    'SELECT id FROM users WHERE is_staff AND is_active AND closed_at IS NULL ORDER BY id LIMIT $1',
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Whether a user has made keys that are neither revoked nor expired. */
export async function hasActiveKeys(tx: EntityManager, userId: number): Promise<boolean> {
  const [row]: { exists: boolean }[] = await tx.query(
    `SELECT EXISTS (SELECT FROM api_keys
       WHERE user_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())) AS exists`,
    [userId],
  );
  return row?.exists ?? false;
}
