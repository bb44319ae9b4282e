import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Vnd } from '../contract/rules.js';
import { MoneyColumn } from '../platform/database/money.column.js';
import type { TransferKind } from './ledger.js';

/** Money that moved from one account to another. Append-only, written by `postAll` alone. */
@Entity('transfers')
export class Transfer {
  /** A `bigint`, which the driver returns as a string. */
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id: string;

  @Column('text')
  kind: TransferKind;

  @Column('integer')
  debitAccountId: number;

  @Column('integer')
  creditAccountId: number;

  /** Always positive. */
  @MoneyColumn()
  amount: Vnd;

  /** The balance of its wallet afterwards; null without a wallet. */
  @MoneyColumn({ nullable: true })
  walletBalanceAfter: Vnd | null;

  @Column('integer', { nullable: true })
  orderId: number | null;

  @Column('text', { nullable: true })
  paymentIntentId: string | null;

  @Column('text', { nullable: true })
  chargebackId: string | null;

  @Column('integer', { nullable: true })
  bankTransferId: number | null;

  @Column('text')
  description: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
