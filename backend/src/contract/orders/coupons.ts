import { z } from 'zod';
import { Id, PageQuery, Search, Timestamp, Vnd, oneOf, optionalText, requiredText } from '../common.js';
import { MAX_COUPON_CODE } from '../rules.js';

export const CheckCoupon = z
  .object({
    code: requiredText(MAX_COUPON_CODE, 'Vui lòng nhập mã giảm giá'),
    /** Items, shipping and tax: what the order costs without the coupon. */
    total_price: Vnd,
  })
  .meta({ id: 'CheckCoupon' });
export type CheckCoupon = z.infer<typeof CheckCoupon>;

/** `discount_amount` is the saving for this order, at most its cost. */
export const CouponOffer = z.object({ message: z.string(), discount_amount: Vnd }).meta({ id: 'CouponOffer' });
export type CouponOffer = z.infer<typeof CouponOffer>;

const limit = z.int('Phải là số nguyên').min(1, 'Tối thiểu 1').max(1_000_000_000, 'Số quá lớn').nullable();
const noMoment = 'Thời điểm không hợp lệ';
/** An offset can move a time outside the four-digit years of ISO 8601, which no response could represent. */
const moment = z.iso.datetime({ offset: true, error: noMoment, abort: true }).refine((at) => {
  const year = new Date(at).getUTCFullYear();
  return year >= 1 && year <= 9_999;
}, noMoment);

const CouponFields = z.object({
  code: requiredText(MAX_COUPON_CODE, 'Vui lòng nhập mã giảm giá'),
  description: optionalText(20_000).default(''),
  discount_amount: Vnd.min(1, 'Số tiền giảm tối thiểu là 1 VND'),
  min_order_amount: Vnd.default(0),
  valid_from: moment,
  valid_to: moment,
  is_active: z.boolean().default(true),
  /** Null means no limit. */
  usage_limit: limit.default(null),
  per_user_limit: limit.default(null),
});
const endsAfterItBegins = ({ valid_from, valid_to }: z.infer<typeof CouponFields>) =>
  new Date(valid_from) < new Date(valid_to);
const ENDS_TOO_EARLY = { path: ['valid_to'], message: 'Ngày kết thúc phải sau ngày bắt đầu' };

export const SaveCoupon = CouponFields.refine(endsAfterItBegins, ENDS_TOO_EARLY).meta({ id: 'SaveCoupon' });
export type SaveCoupon = z.infer<typeof SaveCoupon>;

/** `was`: the coupon as its editor saw it. Without it the change overwrites any other. */
export const ChangeCoupon = CouponFields.extend({ was: CouponFields.optional() })
  .refine(endsAfterItBegins, ENDS_TOO_EARLY)
  .meta({ id: 'ChangeCoupon' });
export type ChangeCoupon = z.infer<typeof ChangeCoupon>;

export const Coupon = z
  .object({
    id: Id,
    code: z.string(),
    description: z.string(),
    discount_amount: Vnd,
    min_order_amount: Vnd,
    valid_from: Timestamp,
    valid_to: Timestamp,
    is_active: z.boolean(),
    usage_limit: z.int().nullable(),
    per_user_limit: z.int().nullable(),
    used_count: z.int(),
  })
  .meta({ id: 'Coupon' });
export type Coupon = z.infer<typeof Coupon>;

/** `running`, or why the coupon cannot be used, checked in this order: switched off, ended, used up, not begun. */
export const COUPON_STATES = ['running', 'upcoming', 'ended', 'used_up', 'off'] as const;
export const CouponState = z.enum(COUPON_STATES);
export type CouponState = z.infer<typeof CouponState>;

/** A coupon as the back office lists it. */
export const ListedCoupon = Coupon.extend({ state: CouponState }).meta({ id: 'ListedCoupon' });
export type ListedCoupon = z.infer<typeof ListedCoupon>;

const COUPON_SORTS = [
  'code-asc',
  'code-desc',
  'discount-asc',
  'discount-desc',
  'uses-asc',
  'uses-desc',
  'end-asc',
  'end-desc',
] as const;

/** `search` matches part of a code or a description. */
export const CouponQuery = PageQuery.extend({
  search: Search,
  state: oneOf(COUPON_STATES),
  sort: oneOf(COUPON_SORTS),
});
export type CouponQuery = z.infer<typeof CouponQuery>;
