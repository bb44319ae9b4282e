import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The use of a coupon by an order. It counts towards the coupon's limit and towards its limit for one user. */
@Entity('coupon_uses')
export class CouponUse {
  @PrimaryColumn('integer')
  orderId: number;

  @Column('integer')
  couponId: number;

  @Column('integer')
  userId: number;

  /** See `UseNumbers`. */
  @Column('integer', { name: 'slot' })
  useNumber: number;

  @Column('integer', { name: 'user_slot' })
  userUseNumber: number;
}
