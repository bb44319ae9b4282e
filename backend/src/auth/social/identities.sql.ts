import type { EntityManager } from 'typeorm';

/*
 * Accounts of Google and Facebook that open accounts of the shop. By hand: joined with the user by one statement.
 */

/** Finds the user whom a provider's account opens. */
export async function findIdentity(
  tx: EntityManager,
  provider: string,
  subject: string,
): Promise<{ id: number; isActive: boolean } | undefined> {
  const [user]: { id: number; isActive: boolean }[] = await tx.query(
    `SELECT u.id, u.is_active AS "isActive" FROM identities i JOIN users u ON u.id = i.user_id
     WHERE i.provider = $1 AND i.subject = $2`,
    [provider, subject],
  );
  return user;
}

/** Lets a provider's account open a user's account. */
export async function insertIdentity(
  tx: EntityManager,
  { provider, subject }: { provider: string; subject: string },
  userId: number,
): Promise<void> {
  await tx.query('INSERT INTO identities (provider, subject, user_id) VALUES ($1, $2, $3)', [
    provider,
    subject,
    userId,
  ]);
}

/** Returns true when an account of this provider opens the user's account. */
export async function hasIdentity(tx: EntityManager, userId: number, provider: string): Promise<boolean> {
  const rows: unknown[] = await tx.query('SELECT 1 FROM identities WHERE user_id = $1 AND provider = $2', [
    userId,
    provider,
  ]);
  return rows.length > 0;
}

/** Unlinks all providers' accounts from a user. */
export async function deleteIdentities(tx: EntityManager, userId: number): Promise<void> {
  await tx.query('DELETE FROM identities WHERE user_id = $1', [userId]);
}
