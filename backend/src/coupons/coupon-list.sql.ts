import type { DataSource } from 'typeorm';
import { timestamp } from '../platform/database/sql-dates.js';
import { Conditions } from '../platform/database/conditions.js';
import type { CouponQuery, ListedCoupon } from '../contract/orders/coupons.js';

const STATE = `CASE WHEN NOT c.is_active THEN 'off' WHEN now() >= c.valid_to THEN 'ended'
  WHEN u.uses >= c.usage_limit THEN 'used_up' WHEN now() < c.valid_from THEN 'upcoming' ELSE 'running' END`;

const COUPONS = `coupons c, LATERAL (SELECT count(*)::integer AS uses FROM coupon_uses WHERE coupon_id = c.id) u`;

/** A `ListedCoupon` of the contract. */
const COUPON = `json_build_object('id', c.id, 'code', c.code, 'description', c.description,
  'discount_amount', c.discount_amount, 'min_order_amount', c.min_order_amount,
  'valid_from', ${timestamp('c.valid_from')}, 'valid_to', ${timestamp('c.valid_to')}, 'is_active', c.is_active,
  'usage_limit', c.usage_limit, 'per_user_limit', c.per_user_limit, 'used_count', u.uses, 'state', ${STATE})`;

const ORDERS: Record<NonNullable<CouponQuery['sort']>, string> = {
  'code-asc': 'c.code_key',
  'code-desc': 'c.code_key DESC',
  'discount-asc': 'c.discount_amount, c.id DESC',
  'discount-desc': 'c.discount_amount DESC, c.id DESC',
  'uses-asc': 'u.uses, c.id DESC',
  'uses-desc': 'u.uses DESC, c.id DESC',
  'end-asc': 'c.valid_to, c.id DESC',
  'end-desc': 'c.valid_to DESC, c.id DESC',
};

/**
 * Returns a slice of the matching coupons, newest first by default, with the total count. By hand: PostgreSQL counts the uses
 * that a state depends on, and writes the JSON.
 */
export async function listCoupons(
  db: DataSource,
  { search, state, sort }: CouponQuery,
  { skip, take }: { skip: number; take: number },
): Promise<[ListedCoupon[], number]> {
  const where = new Conditions().containing(`fold_vi(c.code || ' ' || c.description)`, search).equal(STATE, state);
  const rows: { coupon: ListedCoupon }[] = await db.query(
    `SELECT ${COUPON} AS coupon FROM ${COUPONS} ${where.sql} ORDER BY ${sort ? ORDERS[sort] : 'c.id DESC'} OFFSET ${skip} LIMIT ${take}`,
    where.values,
  );
  return [rows.map(({ coupon }) => coupon), await where.count(db, COUPONS)];
}
