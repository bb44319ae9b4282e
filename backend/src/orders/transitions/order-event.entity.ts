import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { OrderStatus, Transition } from '../../contract/orders/orders.js';
import type { Vnd } from '../../contract/rules.js';
import { MoneyColumn } from '../../platform/database/money.column.js';
import type { OrderActor } from './order-log.js';

/** A transition of an order as it was recorded. Append-only, written by `recordOrderEvents`. */
@Entity('order_events')
export class OrderEvent {
  /** A `bigint`, which the driver returns as a string. */
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id: string;

  @Column('integer')
  orderId: number;

  @Column('text')
  transition: Transition;

  /** Null for `place`. */
  @Column('text', { nullable: true })
  statusBefore: OrderStatus | null;

  @Column('text')
  statusAfter: OrderStatus;

  @Column('text')
  actor: OrderActor['is'];

  /** Null for the card provider and for the shop itself. */
  @Column('integer', { nullable: true })
  actorId: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** The part of the total that was refunded, or that the shop regained with `card_return`; null: all of it, or nothing. */
  @MoneyColumn({ nullable: true })
  amount: Vnd | null;

  /** Why an administrator cancelled the order, rejected its refund, or refunded it without a request. */
  @Column('text', { nullable: true })
  reason: string | null;
}
