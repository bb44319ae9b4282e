import type { Invariants } from './invariant.js';

/** Coupons and their uses. */
export const COUPON_INVARIANTS: Invariants = {
  'a coupon was used no more than it may be': ({ coupons }) => `
    SELECT c.id, c.usage_limit, count(*) AS uses FROM ${coupons} c JOIN coupon_uses u ON u.coupon_id = c.id
    GROUP BY c.id, c.usage_limit HAVING count(*) > c.usage_limit`,

  'nobody used a coupon more than they may': ({ coupons }) => `
    SELECT c.id, u.user_id, c.per_user_limit, count(*) AS uses FROM ${coupons} c JOIN coupon_uses u ON u.coupon_id = c.id
    GROUP BY c.id, u.user_id, c.per_user_limit HAVING count(*) > c.per_user_limit`,

  'a coupon is used by orders that have it and were not cancelled, with its buyer': ({ orders }) => `
    SELECT o.id, o.coupon_code, o.cancelled_at, u.user_id FROM coupon_uses u JOIN ${orders} o ON o.id = u.order_id
    WHERE o.coupon_code IS NULL OR o.cancelled_at IS NOT NULL OR o.user_id <> u.user_id`,
};
