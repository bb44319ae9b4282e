import type { Page } from 'contract/common';
import type { Coupon, CouponOffer, ListedCoupon, SaveCoupon } from 'contract/orders/coupons';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/account/signed';

/** A coupon as typed into a form: an empty number is null, which the server rejects. */
export type CouponDraft = { [Field in keyof SaveCoupon]: SaveCoupon[Field] | null };

/**
 * Gets the discount of a coupon now.
 * @param total_price items, shipping and tax of the order
 * @throws ApiError 400 with a message that names the failed rule
 */
export const checkCoupon = (code: string, total_price: number) =>
  signed<CouponOffer>('/api/coupons/check/', { method: 'POST', body: { code, total_price } });

/** A page of all coupons, for administrators. */
export const listCoupons = (query: Query, signal?: AbortSignal) =>
  signed<Page<ListedCoupon>>('/api/coupons/', { query, signal });

export const createCoupon = (body: CouponDraft) => signed<Coupon>('/api/coupons/', { method: 'POST', body });

/** @throws ApiError 409 when the coupon is no longer as `was` */
export const updateCoupon = (id: number, body: CouponDraft & { was?: SaveCoupon }) =>
  signed<Coupon>(`/api/coupons/${id}/`, { method: 'PUT', body });
export const deleteCoupon = (id: number) => signed<void>(`/api/coupons/${id}/`, { method: 'DELETE' });
