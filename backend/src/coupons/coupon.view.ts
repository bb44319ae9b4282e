import type { Coupon as CouponOnTheWire } from '../contract/orders/coupons.js';
import type { Coupon } from './coupon.entity.js';

/** A coupon with the number of orders that use it. */
export interface CountedCoupon {
  coupon: Coupon;
  usedCount: number;
}

export function couponView({ coupon, usedCount }: CountedCoupon): CouponOnTheWire {
  return {
    id: coupon.id,
    code: coupon.code,
    description: coupon.description,
    discount_amount: coupon.discountAmount,
    min_order_amount: coupon.minOrderAmount,
    valid_from: coupon.validFrom.toISOString(),
    valid_to: coupon.validTo.toISOString(),
    is_active: coupon.isActive,
    usage_limit: coupon.usageLimit,
    per_user_limit: coupon.perUserLimit,
    used_count: usedCount,
  };
}
