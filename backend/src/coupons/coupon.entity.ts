import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { TEXTS, formatVnd, type Vnd } from '../contract/rules.js';
import { SHOP_TIME_ZONE } from '../contract/shop-day.js';
import { MoneyColumn } from '../platform/database/money.column.js';

const dateTime = new Intl.DateTimeFormat('vi-VN', {
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: SHOP_TIME_ZONE,
});

/** A discount code. Its uses are rows of `coupon_uses`. */
@Entity('coupons')
export class Coupon {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  code: string;

  @Column('text')
  description: string;

  @MoneyColumn()
  discountAmount: Vnd;

  @MoneyColumn()
  minOrderAmount: Vnd;

  @Column('timestamptz')
  validFrom: Date;

  /** The coupon is valid before this moment. */
  @Column('timestamptz')
  validTo: Date;

  @Column('boolean')
  isActive: boolean;

  @Column('integer', { nullable: true })
  usageLimit: number | null;

  @Column('integer', { nullable: true })
  perUserLimit: number | null;

  /**
   * Returns why the coupon is not valid for an order, or null when it is. The usage limits are checked elsewhere.
   * @param sum items, shipping and tax of the order
   */
  refusal(sum: Vnd, now: Date): string | null {
    if (!this.isActive) return TEXTS.invalidCoupon;
    if (now < this.validFrom) return `Mã giảm giá có hiệu lực từ ${dateTime.format(this.validFrom)}.`;
    if (now >= this.validTo) return `Mã giảm giá đã hết hạn lúc ${dateTime.format(this.validTo)}.`;
    if (sum >= this.minOrderAmount) return null;
    const missing = formatVnd(this.minOrderAmount - sum);
    return `Mã giảm giá áp dụng cho đơn hàng từ ${formatVnd(this.minOrderAmount)}. Đơn hàng còn thiếu ${missing}.`;
  }
}
