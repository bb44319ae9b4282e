import { Column, CreateDateColumn, Entity, JoinColumn, OneToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import { Order } from './order.entity.js';

/** A buyer's request to refund an order. An order has at most one at a time. */
@Entity('refund_requests')
export class RefundRequest {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('integer')
  orderId: number;

  @OneToOne(() => Order, (order) => order.refundRequest)
  @JoinColumn({ name: 'order_id' })
  order: Relation<Order>;

  @Column('text')
  reason: string;

  /** Null while it is pending. */
  @Column('boolean', { nullable: true })
  isApproved: boolean | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  decidedAt: Date | null;

  /** The administrator who decided. */
  @Column('integer', { nullable: true })
  decidedBy: number | null;

  /** @throws ShopError 409 for a request that is already decided */
  decide(isApproved: boolean, adminId: number, now: Date): void {
    if (this.isApproved !== null) throw new ShopError(409, 'Yêu cầu hoàn tiền đã được xử lý.');
    this.isApproved = isApproved;
    this.decidedBy = adminId;
    this.decidedAt = now;
  }
}
