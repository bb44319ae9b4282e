import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The use of a coupon by an order: one slot of the coupon's limit, and one of the buyer's. */
@Entity('coupon_uses')
export class CouponUse {
  @PrimaryColumn('integer')
  orderId: number;

  @Column('integer')
  couponId: number;

  @Column('integer')
  userId: number;

  @Column('integer')
  slot: number;

  @Column('integer')
  userSlot: number;
}
