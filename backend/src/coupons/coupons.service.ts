import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordAudit } from '../audit/audit.js';
import type { Actor } from '../platform/http/access.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { changedElsewhere } from '../platform/errors/stale-edit.js';
import type {
  ChangeCoupon,
  CheckCoupon,
  CouponOffer,
  Coupon as CouponOnTheWire,
  CouponQuery,
  ListedCoupon,
  SaveCoupon,
} from '../contract/orders/coupons.js';
import { formatVnd } from '../contract/rules.js';
import { lockCoupon } from './coupon.locks.js';
import { inTransaction, isUniqueViolation } from '../platform/database/transaction.js';
import { listCoupons } from './coupon-list.sql.js';
import { CouponRefused, findValidCoupon } from './coupon-uses.js';
import { countUses } from './coupon-uses.sql.js';
import { Coupon } from './coupon.entity.js';
import { couponView, type CountedCoupon } from './coupon.view.js';

/** Checking coupons, and managing them. */
@Injectable()
export class CouponsService {
  constructor(private readonly db: DataSource) {}

  /**
   * Returns the discount that a coupon would give. It reserves nothing: the last use may be taken meanwhile.
   * @throws ShopError 400 naming `code`, with the reason why the coupon is not valid
   */
  async check(userId: number, { code, total_price: sum }: CheckCoupon): Promise<CouponOffer> {
    try {
      const { coupon } = await findValidCoupon(this.db.manager, { code, userId, sum });
      const discount = Math.min(coupon.discountAmount, sum);
      return { message: `Áp dụng mã ${coupon.code}: giảm ${formatVnd(discount)}.`, discount_amount: discount };
    } catch (error) {
      if (error instanceof CouponRefused) throw ShopError.fields({ code: [error.message] });
      throw error;
    }
  }

  /** Returns a slice of the matching coupons with the total count. */
  list(query: CouponQuery, slice: { skip: number; take: number }): Promise<[ListedCoupon[], number]> {
    return listCoupons(this.db, query, slice);
  }

  /** @throws ShopError 400 for an existing code */
  create(actor: Actor, values: SaveCoupon): Promise<CountedCoupon> {
    return inTransaction(this.db, async (tx) => {
      const coupon = await save(() => tx.save(Coupon, columnsOf(values)));
      await recordAudit(tx, actor, { action: 'create', ...auditSubject(coupon), after: auditSnapshot(coupon) });
      return { coupon, usedCount: 0 };
    });
  }

  /** @throws ShopError 404; 409 when it is no longer as its editor saw it; 400 for an existing code, or limits below the current uses */
  update(actor: Actor, id: number, { was, ...values }: ChangeCoupon): Promise<CountedCoupon> {
    return inTransaction(this.db, async (tx) => {
      const coupon = await lockCoupon(tx, id);
      if (!coupon) throw notFound();
      const before = auditSnapshot(coupon);
      // An edit that changes nothing may repeat one whose answer was lost.
      if (was && !isSameCoupon(coupon, was) && !isSameCoupon(coupon, values)) throw changedElsewhere('Mã giảm giá');
      const { uses, maxPerUser } = await countUses(tx, id);
      refuseBelow(values, { uses, maxPerUser });
      Object.assign(coupon, columnsOf(values));
      await save(() => tx.save(coupon));
      await recordAudit(tx, actor, { action: 'update', ...auditSubject(coupon), before, after: auditSnapshot(coupon) });
      return { coupon, usedCount: uses };
    });
  }

  /** Deletes a coupon. Orders that used it keep its code and their discount. @throws ShopError 404 */
  remove(actor: Actor, id: number): Promise<void> {
    return inTransaction(this.db, async (tx) => {
      const coupon = await lockCoupon(tx, id);
      if (!coupon) throw notFound();
      await tx.delete(Coupon, { id });
      await recordAudit(tx, actor, { action: 'delete', ...auditSubject(coupon), before: auditSnapshot(coupon) });
    });
  }
}

const notFound = () => ShopError.notFound('Không tìm thấy mã giảm giá.');

/** The coupon's subject in the audit log. */
const auditSubject = ({ id, code }: Coupon) => ({ subject: 'coupon', id, name: code }) as const;

/** The coupon's values in the audit log. */
function auditSnapshot(coupon: Coupon): Omit<CouponOnTheWire, 'id' | 'used_count'> {
  const { id: _id, used_count: _uses, ...facts } = couponView({ coupon, usedCount: 0 });
  return facts;
}

function columnsOf(values: SaveCoupon) {
  return {
    code: values.code,
    description: values.description,
    discountAmount: values.discount_amount,
    minOrderAmount: values.min_order_amount,
    validFrom: new Date(values.valid_from),
    validTo: new Date(values.valid_to),
    isActive: values.is_active,
    usageLimit: values.usage_limit,
    perUserLimit: values.per_user_limit,
  };
}

/** Refuses limits that the uses so far exceed: the ledger check counts them as a violation. */
function refuseBelow(limits: SaveCoupon, { uses, maxPerUser }: { uses: number; maxPerUser: number }): void {
  if (limits.usage_limit !== null && limits.usage_limit < uses) {
    throw ShopError.fields({ usage_limit: [`Mã này đã được dùng ${uses} lần, giới hạn không thể thấp hơn.`] });
  }
  if (limits.per_user_limit !== null && limits.per_user_limit < maxPerUser) {
    const sentence = `Có khách đã dùng mã này ${maxPerUser} lần, giới hạn mỗi khách không thể thấp hơn. Để dừng mã, hãy tắt mã.`;
    throw ShopError.fields({ per_user_limit: [sentence] });
  }
}

/** Whether a coupon has these values. */
function isSameCoupon(coupon: Coupon, values: SaveCoupon): boolean {
  const seen = Object.assign(new Coupon(), coupon, columnsOf(values));
  return JSON.stringify(auditSnapshot(coupon)) === JSON.stringify(auditSnapshot(seen));
}

async function save(write: () => Promise<Coupon>): Promise<Coupon> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw ShopError.fields({ code: ['Mã giảm giá này đã tồn tại.'] });
  }
}
