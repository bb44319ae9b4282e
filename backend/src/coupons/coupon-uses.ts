import type { EntityManager } from 'typeorm';
import type { Vnd } from '../contract/rules.js';
import { TEXTS } from '../contract/rules.js';
import { lockCoupon } from './coupon.locks.js';
import { Coupon } from './coupon.entity.js';
import { CouponUse } from './coupon-use.entity.js';
import { readSlots } from './coupon-uses.sql.js';

const USED_UP = 'Mã giảm giá đã hết lượt sử dụng.';
const USED_UP_BY_USER = 'Bạn đã dùng hết lượt của mã giảm giá này.';

/** A coupon is not valid for an order; the message is the reason for the shopper. */
export class CouponRefused extends Error {}

/** The number of a coupon's use, in total and for one user. It is unique: two orders never take the same one. */
interface Slot {
  slot: number;
  userSlot: number;
}

/** A coupon that is valid for an order, with the slot that the order may take. */
export interface HeldCoupon extends Slot {
  coupon: Coupon;
}

/**
 * Checks that a coupon is valid now for an order of this user. Reserves nothing.
 * @param sum items, shipping and tax of the order
 * @throws CouponRefused
 */
export async function findCoupon(
  tx: EntityManager,
  { code, userId, sum }: { code: string; userId: number; sum: Vnd },
): Promise<HeldCoupon> {
  const coupon = await byCode(tx, code);
  return validate(tx, coupon, { userId, sum });
}

/**
 * Checks a coupon for an order that is being placed, and locks it: until the transaction ends, no other order can use it.
 * @throws CouponRefused
 */
export async function holdCoupon(
  tx: EntityManager,
  { code, userId, sum }: { code: string; userId: number; sum: Vnd },
): Promise<HeldCoupon> {
  const { id } = await byCode(tx, code);
  const coupon = await lockCoupon(tx, id);
  if (!coupon) throw new CouponRefused(TEXTS.invalidCoupon);
  return validate(tx, coupon, { userId, sum });
}

/** Records the use of a held coupon by an order. */
export async function useCoupon(
  tx: EntityManager,
  { coupon, slot, userSlot }: HeldCoupon,
  order: { id: number; userId: number },
): Promise<void> {
  await tx.insert(CouponUse, { orderId: order.id, couponId: coupon.id, userId: order.userId, slot, userSlot });
}

/** Deletes the coupon use of a cancelled order, if it has one. */
export async function releaseCoupon(tx: EntityManager, orderId: number): Promise<void> {
  await tx.delete(CouponUse, { orderId });
}

async function byCode(tx: EntityManager, code: string): Promise<Coupon> {
  const coupon = await tx
    .createQueryBuilder(Coupon, 'coupon')
    .where('coupon.code_key = lower_vi(:code)', { code })
    .getOne();
  if (!coupon) throw new CouponRefused(TEXTS.invalidCoupon);
  return coupon;
}

async function validate(tx: EntityManager, coupon: Coupon, use: { userId: number; sum: Vnd }): Promise<HeldCoupon> {
  const refusal = coupon.refusal(use.sum, new Date());
  if (refusal) throw new CouponRefused(refusal);
  return { coupon, ...(await freeSlot(tx, coupon, use.userId)) };
}

/** @throws CouponRefused when no slot is left */
async function freeSlot(tx: EntityManager, coupon: Coupon, userId: number): Promise<Slot> {
  const { usageLimit, perUserLimit } = coupon;
  const row = await readSlots(tx, coupon, userId);
  if (usageLimit !== null && row.uses >= usageLimit) throw new CouponRefused(USED_UP);
  if (perUserLimit !== null && row.ownUses >= perUserLimit) throw new CouponRefused(USED_UP_BY_USER);
  return { slot: row.slot, userSlot: row.userSlot };
}
