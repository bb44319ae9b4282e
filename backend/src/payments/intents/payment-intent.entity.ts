import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Vnd } from '../../contract/rules.js';
import { MoneyColumn } from '../../platform/database/money.column.js';

/**
 * The shop's record of a PaymentIntent at the card provider, for an order or a deposit. It is open until it is settled or
 * closed. An order has at most one open intent.
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

  /** When the shop stopped waiting for it: it was canceled, or unknown to the provider for a day. Money that still arrives is booked. */
  @Column('timestamptz', { nullable: true })
  closedAt: Date | null;

  /** When the payment reconciler last checked it at the provider. */
  @Column('timestamptz', { nullable: true })
  checkedAt: Date | null;

  /** Since when the provider answers that it does not know it, by the database's clock; null after any other answer about it. */
  @Column('timestamptz', { nullable: true })
  unknownSince: Date | null;
}
