import type { EntityManager } from 'typeorm';
import type { Vnd } from '../contract/rules.js';
import { TEXTS } from '../contract/rules.js';
import { lockCoupon } from './coupon.locks.js';
import { Coupon } from './coupon.entity.js';
import { CouponUse } from './coupon-use.entity.js';
import { readUses } from './coupon-uses.sql.js';

const USED_UP = 'Mã giảm giá đã hết lượt sử dụng.';
const USED_UP_BY_USER = 'Bạn đã dùng hết lượt của mã giảm giá này.';

/** A coupon is not valid for an order; the message is the reason for the shopper. */
export class CouponRefused extends Error {}

/** Numbers a coupon's uses, in total and of one user. Both numbers are unique: two orders never record the same use. */
interface UseNumbers {
  useNumber: number;
  userUseNumber: number;
}

/** A coupon that is valid for an order, with the numbers of the use that the order may record. */
export interface ValidCoupon extends UseNumbers {
  coupon: Coupon;
}

/**
 * Checks that a coupon is valid now for an order of this user. Reserves nothing.
 * @param sum items, shipping and tax of the order
 * @throws CouponRefused
 */
export async function findValidCoupon(
  tx: EntityManager,
  { code, userId, sum }: { code: string; userId: number; sum: Vnd },
): Promise<ValidCoupon> {
  const coupon = await findByCode(tx, code);
  return validate(tx, coupon, { userId, sum });
}

/**
 * Checks a coupon for an order that is being placed, and locks it: until the transaction ends, no other order can use it.
 * @throws CouponRefused
 */
export async function lockValidCoupon(
  tx: EntityManager,
  { code, userId, sum }: { code: string; userId: number; sum: Vnd },
): Promise<ValidCoupon> {
  const { id } = await findByCode(tx, code);
  const coupon = await lockCoupon(tx, id);
  if (!coupon) throw new CouponRefused(TEXTS.invalidCoupon);
  return validate(tx, coupon, { userId, sum });
}

/** Records the use of a coupon that `lockValidCoupon` returned. */
export async function recordCouponUse(
  tx: EntityManager,
  { coupon, useNumber, userUseNumber }: ValidCoupon,
  order: { id: number; userId: number },
): Promise<void> {
  await tx.insert(CouponUse, {
    orderId: order.id,
    couponId: coupon.id,
    userId: order.userId,
    useNumber,
    userUseNumber,
  });
}

/** Deletes the coupon use of a cancelled order, if it has one. */
export async function deleteCouponUse(tx: EntityManager, orderId: number): Promise<void> {
  await tx.delete(CouponUse, { orderId });
}

async function findByCode(tx: EntityManager, code: string): Promise<Coupon> {
  const coupon = await tx
    .createQueryBuilder(Coupon, 'coupon')
    .where('coupon.code_key = lower_vi(:code)', { code })
    .getOne();
  if (!coupon) throw new CouponRefused(TEXTS.invalidCoupon);
  return coupon;
}

async function validate(tx: EntityManager, coupon: Coupon, use: { userId: number; sum: Vnd }): Promise<ValidCoupon> {
  const refusal = coupon.refusal(use.sum, new Date());
  if (refusal) throw new CouponRefused(refusal);
  return { coupon, ...(await nextUse(tx, coupon, use.userId)) };
}

/** @throws CouponRefused when the coupon, or the user, has no use left */
async function nextUse(tx: EntityManager, coupon: Coupon, userId: number): Promise<UseNumbers> {
  const { usageLimit, perUserLimit } = coupon;
  const row = await readUses(tx, coupon, userId);
  if (usageLimit !== null && row.uses >= usageLimit) throw new CouponRefused(USED_UP);
  if (perUserLimit !== null && row.ownUses >= perUserLimit) throw new CouponRefused(USED_UP_BY_USER);
  return { useNumber: row.useNumber, userUseNumber: row.userUseNumber };
}
