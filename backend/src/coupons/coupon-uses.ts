import type { EntityManager } from 'typeorm';
import type { Vnd } from '../contract/rules.js';
import { TEXTS } from '../contract/rules.js';
import { lockCoupon } from '../db/locks.js';
import { Coupon } from './coupon.entity.js';

const USED_UP = 'Mã giảm giá đã hết lượt sử dụng.';
const USED_UP_BY_USER = 'Bạn đã dùng hết lượt của mã giảm giá này.';

/** A coupon does not hold; the message says which of its rules failed. */
export class CouponRefused extends Error {}

/** One of the places that a coupon's limits allow, in all and for one user. */
interface Place {
  place: number;
  placeOfUser: number;
}

/** A coupon that holds for an order, and the place that the order may take. */
export interface HeldCoupon extends Place {
  coupon: Coupon;
}

/**
 * Looks whether a coupon holds for an order of this user now.
 * @param sum items, shipping and tax of the order
 * @throws CouponRefused
 */
export async function findCoupon(
  tx: EntityManager,
  { code, userId, sum }: { code: string; userId: number; sum: Vnd },
): Promise<HeldCoupon> {
  const coupon = await byCode(tx, code);
  return hold(tx, coupon, { userId, sum });
}

/**
 * The same for an order that is being placed: until the transaction ends nobody else can take a place of the coupon.
 * @throws CouponRefused
 */
export async function holdCoupon(
  tx: EntityManager,
  { code, userId, sum }: { code: string; userId: number; sum: Vnd },
): Promise<HeldCoupon> {
  const { id } = await byCode(tx, code);
  const coupon = await lockCoupon(tx, id);
  if (!coupon) throw new CouponRefused(TEXTS.invalidCoupon);
  return hold(tx, coupon, { userId, sum });
}

/** Takes the place of a held coupon for an order. */
export async function useCoupon(
  tx: EntityManager,
  { coupon, place, placeOfUser }: HeldCoupon,
  order: { id: number; userId: number },
): Promise<void> {
  await tx.query(
    'INSERT INTO coupon_uses (order_id, coupon_id, user_id, place, place_of_user) VALUES ($1, $2, $3, $4, $5)',
    [order.id, coupon.id, order.userId, place, placeOfUser],
  );
}

/** Gives back the place that a cancelled order took, if it took one. */
export async function returnCoupon(tx: EntityManager, orderId: number): Promise<void> {
  await tx.query('DELETE FROM coupon_uses WHERE order_id = $1', [orderId]);
}

async function byCode(tx: EntityManager, code: string): Promise<Coupon> {
  const coupon = await tx
    .createQueryBuilder(Coupon, 'coupon')
    .where('coupon.code_key = lower_vi(:code)', { code })
    .getOne();
  if (!coupon) throw new CouponRefused(TEXTS.invalidCoupon);
  return coupon;
}

async function hold(tx: EntityManager, coupon: Coupon, wish: { userId: number; sum: Vnd }): Promise<HeldCoupon> {
  const refusal = coupon.refusal(wish.sum, new Date());
  if (refusal) throw new CouponRefused(refusal);
  return { coupon, ...(await freePlace(tx, coupon, wish.userId)) };
}

/** @throws CouponRefused when no place is left */
async function freePlace(tx: EntityManager, { id, usageLimit, perUserLimit }: Coupon, userId: number): Promise<Place> {
  // Cancelled orders leave gaps; the lowest free place is the first gap, or the one after the last.
  const [row]: { uses: number; own_uses: number; place: number; place_of_user: number }[] = await tx.query(
    `WITH uses AS (SELECT place, place_of_user, user_id FROM coupon_uses WHERE coupon_id = $1),
       own AS (SELECT place_of_user FROM uses WHERE user_id = $2)
     SELECT (SELECT count(*)::integer FROM uses) AS uses, (SELECT count(*)::integer FROM own) AS own_uses,
       (SELECT min(p) FROM (SELECT 1 AS p UNION ALL SELECT place + 1 FROM uses) free
        WHERE p NOT IN (SELECT place FROM uses)) AS place,
       (SELECT min(p) FROM (SELECT 1 AS p UNION ALL SELECT place_of_user + 1 FROM own) free
        WHERE p NOT IN (SELECT place_of_user FROM own)) AS place_of_user`,
    [id, userId],
  );
  if (!row) throw new Error('Counting gives a row');
  if (usageLimit !== null && row.uses >= usageLimit) throw new CouponRefused(USED_UP);
  if (perUserLimit !== null && row.own_uses >= perUserLimit) throw new CouponRefused(USED_UP_BY_USER);
  return { place: row.place, placeOfUser: row.place_of_user };
}
