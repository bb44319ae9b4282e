import { createHmac, hkdfSync } from 'node:crypto';
import type { EntityManager } from 'typeorm';

/**
 * SQL condition: the user has a paid order that was not refunded.
 * @param userId the column with the user's id
 */
export const hasPaidSql = (userId: string) =>
  `EXISTS (SELECT FROM orders paid WHERE paid.user_id = ${userId} AND paid.paid_at IS NOT NULL
     AND paid.refunded_at IS NULL AND paid.total_price > 0)`;

/** Returns the accounts among the given ones that have never paid. One person may have registered any number of them. */
export async function newcomersAmong(tx: EntityManager, userIds: number[]): Promise<Set<number>> {
  const rows: { id: number }[] = await tx.query(
    `SELECT id FROM unnest($1::integer[]) AS buyers (id) WHERE NOT ${hasPaidSql('buyers.id')}`,
    [userIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns a function that hashes networks with a key: equal networks can be counted, but the database does not reveal a buyer's
 * location. It takes a network as `networkOf` returns it.
 */
export function networkHash(jwtSecret: string): (network: string) => string {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'may unpaid orders: network', 32));
  return (network) => createHmac('sha256', key).update(network).digest('base64url');
}
