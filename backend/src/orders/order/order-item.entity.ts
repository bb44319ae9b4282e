import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { Vnd } from '../../contract/rules.js';
import { MoneyColumn } from '../../platform/database/money.column.js';
import { Order } from './order.entity.js';

/** A line of an order, with the product's name and price at the time of the order. */
@Entity('order_items')
export class OrderItem {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('integer')
  orderId: number;

  @ManyToOne(() => Order, (order) => order.items)
  @JoinColumn({ name: 'order_id' })
  order: Relation<Order>;

  @Column('integer')
  productId: number;

  /** Null for a product without variants. The variant may have been deleted since. */
  @Column('integer', { nullable: true })
  variantId: number | null;

  @Column('text')
  productName: string;

  @Column('text', { nullable: true })
  color: string | null;

  @Column('text', { nullable: true })
  size: string | null;

  @Column('text', { nullable: true })
  imageHash: string | null;

  @Column('integer')
  qty: number;

  /** The unit price. */
  @MoneyColumn()
  price: Vnd;
}
