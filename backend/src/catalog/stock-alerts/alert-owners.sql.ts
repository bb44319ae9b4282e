import type { EntityManager } from 'typeorm';

/* Whose stock alerts, and of what: for personal data and the back office. */

/**
 * True for an alert `a` of a user `u`: who asked for it, or whose mailbox is proved to have its address. An unproved e-mail may
 * be another person's.
 */
const IS_OF_USER = '(a.user_id = u.id OR (u.email_verified_at IS NOT NULL AND a.email_key = u.email_key))';

/** The FROM of a user's alerts with their products; `$1` is the user's id. */
export const ALERTS_OF_USER = `stock_alerts a JOIN users u ON ${IS_OF_USER} JOIN products p ON p.id = a.product_id WHERE u.id = $1`;

/** Deletes the alerts of a user, with their mails. */
export async function deleteAlertsOfUser(tx: EntityManager, userId: number): Promise<void> {
  await tx.query(`DELETE FROM stock_alerts a USING users u WHERE u.id = $1 AND ${IS_OF_USER}`, [userId]);
}

const WAITING = 'a.confirmed_at IS NOT NULL AND a.notified_at IS NULL';

/** The number of alerts that wait for a product `p`. */
export const WAITING_FOR_PRODUCT = `(SELECT count(*)::integer FROM stock_alerts a WHERE a.product_id = p.id AND ${WAITING})`;

/** For each variant of a product `p` that alerts wait for, their number; the variant is null for the product itself. */
export const WAITING_BY_VARIANT = `(SELECT coalesce(json_agg(json_build_object('variant', variant_id, 'waiting', n)
    ORDER BY variant_id), '[]')
  FROM (SELECT a.variant_id, count(*)::integer AS n FROM stock_alerts a
    WHERE a.product_id = p.id AND ${WAITING} GROUP BY a.variant_id) counts)`;
