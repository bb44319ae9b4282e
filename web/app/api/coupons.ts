import type { CouponOffer } from 'contract/coupons';
import { signed } from './signed';

/**
 * Asks what a coupon takes off now.
 * @param total_price items, shipping and tax of the order
 * @throws ApiError 400 with the sentence that says which rule failed
 */
export const checkCoupon = (code: string, total_price: number) =>
  signed<CouponOffer>('/api/coupons/check/', { method: 'POST', body: { code, total_price } });
