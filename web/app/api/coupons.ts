import type { Page } from 'contract/common';
import type { Coupon, CouponOffer, ListedCoupon, SaveCoupon } from 'contract/coupons';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/http/signed';

/** A coupon as a form has it: what must be a number is null where none was typed, and the server says so. */
export type CouponDraft = { [Field in keyof SaveCoupon]: SaveCoupon[Field] | null };

/**
 * Asks what a coupon takes off now.
 * @param total_price items, shipping and tax of the order
 * @throws ApiError 400 with the sentence that says which rule failed
 */
export const checkCoupon = (code: string, total_price: number) =>
  signed<CouponOffer>('/api/coupons/check/', { method: 'POST', body: { code, total_price } });

/** A page of all coupons, for administrators. */
export const getCoupons = (query: Query, signal?: AbortSignal) =>
  signed<Page<ListedCoupon>>('/api/coupons/', { query, signal });

export const addCoupon = (body: CouponDraft) => signed<Coupon>('/api/coupons/', { method: 'POST', body });
export const changeCoupon = (id: number, body: CouponDraft) =>
  signed<Coupon>(`/api/coupons/${id}/`, { method: 'PUT', body });
export const removeCoupon = (id: number) => signed<void>(`/api/coupons/${id}/`, { method: 'DELETE' });
