import type { EntityManager } from 'typeorm';

/** A coupon's uses, and the lowest free slot in total and for one user. */
interface CouponSlots {
  uses: number;
  ownUses: number;
  slot: number;
  userSlot: number;
}

/**
 * Counts a coupon's uses and finds its free slots. Cancelled orders leave gaps: the lowest free slot is the first gap, or the
 * one after the last. By hand, because one statement counts and finds the gaps.
 */
export async function readSlots(tx: EntityManager, couponId: number, userId: number): Promise<CouponSlots> {
  const [row]: CouponSlots[] = await tx.query(
    `WITH uses AS (SELECT slot, user_slot, user_id FROM coupon_uses WHERE coupon_id = $1),
       own AS (SELECT user_slot FROM uses WHERE user_id = $2)
     SELECT (SELECT count(*)::integer FROM uses) AS uses, (SELECT count(*)::integer FROM own) AS "ownUses",
       (SELECT min(p) FROM (SELECT 1 AS p UNION ALL SELECT slot + 1 FROM uses) free
        WHERE p NOT IN (SELECT slot FROM uses)) AS slot,
       (SELECT min(p) FROM (SELECT 1 AS p UNION ALL SELECT user_slot + 1 FROM own) free
        WHERE p NOT IN (SELECT user_slot FROM own)) AS "userSlot"`,
    [couponId, userId],
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
