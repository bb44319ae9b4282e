import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { TEXTS, formatVnd, type Vnd } from '../contract/rules.js';
import { MoneyColumn } from '../db/money.column.js';

const day = new Intl.DateTimeFormat('vi-VN', {
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Ho_Chi_Minh',
});

/** A code that makes an order cheaper. Its uses are rows of `coupon_uses`. */
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

  /** From this moment on it no longer holds. */
  @Column('timestamptz')
  validTo: Date;

  @Column('boolean')
  isActive: boolean;

  @Column('integer', { nullable: true })
  usageLimit: number | null;

  @Column('integer', { nullable: true })
  perUserLimit: number | null;

  /**
   * Why it does not hold for an order, null when it does. Its limits are counted elsewhere.
   * @param sum items, shipping and tax of the order
   */
  refusal(sum: Vnd, now: Date): string | null {
    if (!this.isActive) return TEXTS.invalidCoupon;
    if (now < this.validFrom) return `Mã giảm giá có hiệu lực từ ${day.format(this.validFrom)}.`;
    if (now >= this.validTo) return `Mã giảm giá đã hết hạn lúc ${day.format(this.validTo)}.`;
    if (sum >= this.minOrderAmount) return null;
    const missing = formatVnd(this.minOrderAmount - sum);
    return `Mã giảm giá áp dụng cho đơn hàng từ ${formatVnd(this.minOrderAmount)}. Đơn hàng còn thiếu ${missing}.`;
  }
}
