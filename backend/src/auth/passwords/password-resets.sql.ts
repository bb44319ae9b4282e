import type { EntityManager } from 'typeorm';

/*
 * Mailed links for a new password. By hand: one statement takes a link and deletes all links of the account, and
 * one finds the active account and stores its link.
 */

/** Deletes all links of an account. @returns whether this one was among them and valid */
export async function takeLink(tx: EntityManager, userId: number, tokenHash: string): Promise<boolean> {
  const links: { is_this: boolean }[] = await tx.query(
    `WITH deleted AS (DELETE FROM password_resets WHERE user_id = $1 RETURNING token_hash, expires_at)
     SELECT token_hash = $2 AND expires_at > now() AS is_this FROM deleted`,
    [userId, tokenHash],
  );
  return links.some((link) => link.is_this);
}

/** Stores a link for the active account with this e-mail. @returns the account's id; undefined when there is none */
export async function insertLink(
  tx: EntityManager,
  emailKey: string,
  tokenHash: string,
  lifetimeHours: number,
): Promise<number | undefined> {
  const [link]: { user_id: number }[] = await tx.query(
    `INSERT INTO password_resets (token_hash, user_id, expires_at)
     SELECT $1, id, now() + make_interval(hours => $2) FROM users WHERE email_key = $3 AND is_active
     RETURNING user_id`,
    [tokenHash, lifetimeHours, emailKey],
  );
  return link?.user_id;
}
