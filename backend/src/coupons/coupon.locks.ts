import type { EntityManager } from 'typeorm';
import { Coupon } from './coupon.entity.js';

/** Locks a coupon before using it or changing its limits. @returns null when there is none */
export function lockCoupon(tx: EntityManager, id: number): Promise<Coupon | null> {
  return tx.findOne(Coupon, { where: { id }, lock: { mode: 'pessimistic_write' } });
}
