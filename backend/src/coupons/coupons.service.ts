import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ShopError } from '../common/shop-error.js';
import type { CheckCoupon, CouponOffer, SaveCoupon } from '../contract/coupons.js';
import { formatVnd } from '../contract/rules.js';
import { lockCoupon } from '../db/locks.js';
import { codeOf, inTransaction } from '../db/transaction.js';
import { CouponRefused, findCoupon } from './coupon-uses.js';
import { Coupon } from './coupon.entity.js';

const UNIQUE_VIOLATION = '23505';

/** A coupon, and how many orders hold it now. */
export interface CountedCoupon {
  coupon: Coupon;
  usedCount: number;
}

/** Coupons: whether one holds, and the owner's keeping of them. */
@Injectable()
export class CouponsService {
  constructor(private readonly db: DataSource) {}

  /**
   * What a coupon would take off an order; promises nothing, for the last place may go meanwhile.
   * @throws ShopError 400 with the rule that failed
   */
  async check(userId: number, { code, total_price: sum }: CheckCoupon): Promise<CouponOffer> {
    try {
      const { coupon } = await findCoupon(this.db.manager, { code, userId, sum });
      const discount = Math.min(coupon.discountAmount, sum);
      return { message: `Áp dụng mã ${coupon.code}: giảm ${formatVnd(discount)}.`, discount_amount: discount };
    } catch (error) {
      if (error instanceof CouponRefused) throw new ShopError(400, error.message);
      throw error;
    }
  }

  /** All coupons, newest first, and how many there are. */
  async list(slice: { skip: number; take: number }): Promise<[CountedCoupon[], number]> {
    const [coupons, count] = await this.db.manager.findAndCount(Coupon, { order: { id: 'DESC' }, ...slice });
    const rows: { coupon_id: number; uses: number }[] = await this.db.query(
      'SELECT coupon_id, count(*)::integer AS uses FROM coupon_uses WHERE coupon_id = ANY ($1) GROUP BY coupon_id',
      [coupons.map(({ id }) => id)],
    );
    const uses = new Map(rows.map((row) => [row.coupon_id, row.uses]));
    return [coupons.map((coupon) => ({ coupon, usedCount: uses.get(coupon.id) ?? 0 })), count];
  }

  /** @throws ShopError 400 for a code that exists */
  async create(wanted: SaveCoupon): Promise<CountedCoupon> {
    return { coupon: await save(() => this.db.manager.save(Coupon, columnsOf(wanted))), usedCount: 0 };
  }

  /** @throws ShopError 404, 400 for a code that exists or limits that its uses have passed already */
  update(id: number, wanted: SaveCoupon): Promise<CountedCoupon> {
    return inTransaction(this.db, async (tx) => {
      const coupon = await lockCoupon(tx, id);
      if (!coupon) throw notFound();
      const [row]: { uses: number; most: number }[] = await tx.query(
        `SELECT coalesce(sum(uses), 0)::integer AS uses, coalesce(max(uses), 0)::integer AS most
         FROM (SELECT count(*) AS uses FROM coupon_uses WHERE coupon_id = $1 GROUP BY user_id) of_users`,
        [id],
      );
      const { uses, most } = row ?? { uses: 0, most: 0 };
      refuseBelow('usage_limit', wanted.usage_limit, uses);
      refuseBelow('per_user_limit', wanted.per_user_limit, most);
      Object.assign(coupon, columnsOf(wanted));
      return { coupon: await save(() => tx.save(coupon)), usedCount: uses };
    });
  }

  /** Orders that used it keep its code and their discount. @throws ShopError 404 */
  async remove(id: number): Promise<void> {
    const { affected } = await this.db.manager.delete(Coupon, id);
    if (!affected) throw notFound();
  }
}

const notFound = () => ShopError.notFound('Không tìm thấy mã giảm giá.');

function columnsOf(wanted: SaveCoupon) {
  return {
    code: wanted.code,
    description: wanted.description,
    discountAmount: wanted.discount_amount,
    minOrderAmount: wanted.min_order_amount,
    validFrom: new Date(wanted.valid_from),
    validTo: new Date(wanted.valid_to),
    isActive: wanted.is_active,
    usageLimit: wanted.usage_limit,
    perUserLimit: wanted.per_user_limit,
  };
}

function refuseBelow(field: 'usage_limit' | 'per_user_limit', limit: number | null, uses: number): void {
  if (limit === null || limit >= uses) return;
  throw ShopError.fields({ [field]: [`Mã này đã được dùng ${uses} lần, giới hạn không thể thấp hơn.`] });
}

async function save(write: () => Promise<Coupon>): Promise<Coupon> {
  try {
    return await write();
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error;
    throw ShopError.fields({ code: ['Mã giảm giá này đã tồn tại.'] });
  }
}
