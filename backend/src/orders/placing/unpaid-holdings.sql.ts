import type { EntityManager } from 'typeorm';
import type { HoldingRow } from './holdings.js';
import { prepared } from '../../platform/database/connections/prepared.js';

/**
 * SQL condition: the user has a paid order that was not refunded.
 * @param userId the column with the user's id
 */
const hasPaidSql = (userId: string) =>
  `EXISTS (SELECT FROM orders paid WHERE paid.user_id = ${userId} AND paid.paid_at IS NOT NULL
     AND paid.refunded_at IS NULL AND paid.total_price > 0)`;

const NEWCOMERS = prepared(
  'unpaid-newcomers',
  `SELECT id FROM unnest($1::integer[]) AS buyers (id) WHERE NOT ${hasPaidSql('buyers.id')}`,
);

/**
 * Returns the accounts among the given ones that have never paid. One person may have registered any number of them. By hand: a
 * batch over unnest().
 */
export async function newcomersAmong(tx: EntityManager, userIds: number[]): Promise<Set<number>> {
  const rows: { id: number }[] = await tx.query(NEWCOMERS, [userIds]);
  return new Set(rows.map(({ id }) => id));
}

const ACCOUNT_HOLDINGS = prepared(
  'unpaid-of-accounts',
  `SELECT o.id AS order_id, o.user_id, i.product_id, i.variant_id, i.qty
   FROM orders o JOIN order_items i ON i.order_id = o.id
   WHERE o.user_id = ANY ($1::integer[]) AND o.paid_at IS NULL AND o.cancelled_at IS NULL AND o.sent_at IS NULL
     AND o.delivered_at IS NULL`,
);

/**
 * Returns the lines of the unpaid orders of accounts. Goods that were sent or delivered do not count: they left by the owner's decision.
 * By hand: order placing is hot, and needs four columns of a join.
 */
export function readAccountHoldings(
  tx: EntityManager,
  userIds: number[],
): Promise<(HoldingRow & { user_id: number; order_id: number })[]> {
  return tx.query(ACCOUNT_HOLDINGS, [userIds]);
}

const NETWORK_HOLDINGS = prepared(
  'unpaid-of-networks',
  `SELECT o.network, i.product_id, i.variant_id, sum(i.qty)::integer AS qty
   FROM orders o JOIN order_items i ON i.order_id = o.id
   WHERE o.network = ANY ($1::text[]) AND o.sent_at IS NULL AND o.delivered_at IS NULL
     AND NOT ${hasPaidSql('o.user_id')}
   GROUP BY o.network, i.product_id, i.variant_id`,
);

const NETWORK_COUPON_USES = prepared(
  'unpaid-coupon-uses-of-networks',
  `SELECT o.network, u.coupon_id, count(*)::integer AS uses
   FROM orders o JOIN coupon_uses u ON u.order_id = o.id
   WHERE o.network = ANY ($1::text[]) AND o.sent_at IS NULL AND o.delivered_at IS NULL
     AND NOT ${hasPaidSql('o.user_id')}
   GROUP BY o.network, u.coupon_id`,
);

/** Counts the uses of coupons that unpaid orders of newcomers hold, by their networks, as keyed hashes. By hand: grouped, and order placing is hot. */
export function readNetworkCouponUses(
  tx: EntityManager,
  networks: string[],
): Promise<{ network: string; coupon_id: number; uses: number }[]> {
  return tx.query(NETWORK_COUPON_USES, [networks]);
}

/** Sums the unpaid holdings of newcomers by their networks, as keyed hashes. By hand: grouped, and order placing is hot. */
export function readNetworkHoldings(
  tx: EntityManager,
  networks: string[],
): Promise<(HoldingRow & { network: string })[]> {
  return tx.query(NETWORK_HOLDINGS, [networks]);
}
