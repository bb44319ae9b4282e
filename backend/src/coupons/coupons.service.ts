import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { audit } from '../audit/audit.js';
import type { Actor } from '../common/access.js';
import { ShopError } from '../common/shop-error.js';
import type {
  CheckCoupon,
  CouponOffer,
  Coupon as CouponOnTheWire,
  CouponQuery,
  ListedCoupon,
  SaveCoupon,
} from '../contract/coupons.js';
import { formatVnd } from '../contract/rules.js';
import { lockCoupon } from '../db/locks.js';
import { codeOf, inTransaction } from '../db/transaction.js';
import { listCoupons } from './coupon-list.js';
import { CouponRefused, findCoupon } from './coupon-uses.js';
import { Coupon } from './coupon.entity.js';
import { couponView } from './coupon.view.js';

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

  /** A slice of the coupons that fit, and how many there are. */
  list(query: CouponQuery, slice: { skip: number; take: number }): Promise<[ListedCoupon[], number]> {
    return listCoupons(this.db, query, slice);
  }

  /** @throws ShopError 400 for a code that exists */
  create(by: Actor, wanted: SaveCoupon): Promise<CountedCoupon> {
    return inTransaction(this.db, async (tx) => {
      const coupon = await save(() => tx.save(Coupon, columnsOf(wanted)));
      await audit(tx, by, { action: 'create', ...subjectOf(coupon), after: factsOf(coupon) });
      return { coupon, usedCount: 0 };
    });
  }

  /** @throws ShopError 404, 400 for a code that exists or limits that its uses have passed already */
  update(by: Actor, id: number, wanted: SaveCoupon): Promise<CountedCoupon> {
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
      const before = factsOf(coupon);
      Object.assign(coupon, columnsOf(wanted));
      await save(() => tx.save(coupon));
      await audit(tx, by, { action: 'update', ...subjectOf(coupon), before, after: factsOf(coupon) });
      return { coupon, usedCount: uses };
    });
  }

  /** Orders that used it keep its code and their discount. @throws ShopError 404 */
  remove(by: Actor, id: number): Promise<void> {
    return inTransaction(this.db, async (tx) => {
      const coupon = await lockCoupon(tx, id);
      if (!coupon) throw notFound();
      await tx.delete(Coupon, { id });
      await audit(tx, by, { action: 'delete', ...subjectOf(coupon), before: factsOf(coupon) });
    });
  }
}

const notFound = () => ShopError.notFound('Không tìm thấy mã giảm giá.');

/** What the log calls it. */
const subjectOf = ({ id, code }: Coupon) => ({ subject: 'coupon', id, name: code }) as const;

/** What the log keeps of it. */
function factsOf(coupon: Coupon): Partial<CouponOnTheWire> {
  const { id: _id, used_count: _uses, ...facts } = couponView({ coupon, usedCount: 0 });
  return facts;
}

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
