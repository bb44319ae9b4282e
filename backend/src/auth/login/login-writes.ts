import { IsNull, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { Device } from './device.js';
import { Login, RefreshToken } from './login.entity.js';
import { deleteOldLogins } from './logins.sql.js';

/** Inserts a login; beyond `MAX_LOGINS` it deletes the user's least recently used one. @returns its id */
export async function insertLogin(tx: EntityManager, userId: number, { userAgent, network }: Device): Promise<string> {
  const { identifiers } = await tx.insert(Login, { userId, userAgent, network });
  await deleteOldLogins(tx, userId);
  return (identifiers[0] as Pick<Login, 'id'>).id;
}

/**
 * Marks a refresh token as used, and notes the login's device and time.
 * @returns false, with nothing noted, when the login was revoked meanwhile
 */
export async function markTokenUsed(
  tx: EntityManager,
  id: string,
  loginId: string,
  { userAgent, network }: Device,
): Promise<boolean> {
  await tx.update(RefreshToken, { id }, { usedAt: () => 'coalesce(used_at, now())' });
  const noted = { lastUsedAt: () => 'now()', userAgent, network };
  const { affected } = await tx.update(Login, { id: loginId, revokedAt: IsNull() }, noted);
  return affected === 1;
}

/** Revokes those of these logins that are active, and erases their devices. @returns how many it revoked */
export async function revokeLogins(tx: EntityManager, which: FindOptionsWhere<Login>): Promise<number> {
  const revoked = { revokedAt: () => 'now()', userAgent: '', network: '' };
  const { affected } = await tx.update(Login, { ...which, revokedAt: IsNull() }, revoked);
  return affected ?? 0;
}
