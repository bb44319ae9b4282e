import type { EntityManager } from 'typeorm';
import type { Coupon } from './coupon.entity.js';

/** A coupon's uses and the number of the next one, in total and of one user. */
interface CountedUses {
  uses: number;
  ownUses: number;
  useNumber: number;
  userUseNumber: number;
}

/**
 * Counts a coupon's uses up to its limits, and finds the number of the next one: that after the highest. By hand:
 * without a limit it reads the ends of two indexes and no use, however many there are.
 * @param coupon a limit that is null is not counted
 */
export async function readUses(
  tx: EntityManager,
  coupon: Pick<Coupon, 'id' | 'usageLimit' | 'perUserLimit'>,
  userId: number,
): Promise<CountedUses> {
  const [row]: CountedUses[] = await tx.query(
    `SELECT (SELECT count(*)::integer FROM (SELECT FROM coupon_uses WHERE coupon_id = $1 LIMIT $3) counted) AS uses,
       (SELECT count(*)::integer FROM (SELECT FROM coupon_uses WHERE coupon_id = $1 AND user_id = $2 LIMIT $4) counted) AS "ownUses",
       (SELECT coalesce(max(slot), 0) + 1 FROM coupon_uses WHERE coupon_id = $1) AS "useNumber",
       (SELECT coalesce(max(user_slot), 0) + 1 FROM coupon_uses WHERE coupon_id = $1 AND user_id = $2) AS "userUseNumber"`,
    [coupon.id, userId, coupon.usageLimit ?? 0, coupon.perUserLimit ?? 0],
  );
  return row!;
}

/** Counts a coupon's uses, in total and by its most frequent user. By hand: an aggregate of an aggregate. */
export async function countUses(tx: EntityManager, couponId: number): Promise<{ uses: number; maxPerUser: number }> {
  const [row]: { uses: number; maxPerUser: number }[] = await tx.query(
    `SELECT coalesce(sum(uses), 0)::integer AS uses, coalesce(max(uses), 0)::integer AS "maxPerUser"
     FROM (SELECT count(*) AS uses FROM coupon_uses WHERE coupon_id = $1 GROUP BY user_id) of_users`,
    [couponId],
  );
  return row!;
}
