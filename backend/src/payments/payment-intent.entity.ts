import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Vnd } from '../contract/rules.js';
import { MoneyColumn } from '../db/money.column.js';

/**
 * A charge that the shop has asked the card provider for: for an order or for a deposit. It is open until it is settled or
 * closed; an order has one open intent at most.
 */
@Entity('payment_intents')
export class PaymentIntent {
  /** The provider's id. */
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  purpose: 'order' | 'deposit';

  @Column('integer')
  userId: number;

  /** Null for a deposit. */
  @Column('integer', { nullable: true })
  orderId: number | null;

  @MoneyColumn()
  amount: Vnd;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** When its money was booked. */
  @Column('timestamptz', { nullable: true })
  settledAt: Date | null;

  /** When it was canceled, so that its money can no longer come. */
  @Column('timestamptz', { nullable: true })
  closedAt: Date | null;

  /** When the provider was last asked about it by the completer. */
  @Column('timestamptz', { nullable: true })
  checkedAt: Date | null;
}
