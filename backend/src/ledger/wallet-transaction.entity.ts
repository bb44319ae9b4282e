import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  VirtualColumn,
  type Relation,
} from 'typeorm';
import type { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../contract/money/paybox.js';
import type { Vnd } from '../contract/rules.js';
import { MoneyColumn } from '../platform/database/money.column.js';
import { Account } from './account.entity.js';

export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** SQL that is true for a line that adds money to its wallet. A correction has the direction of its transfer. */
export const isIncoming = (line: string): string =>
  `CASE ${line}.transaction_type WHEN 'PAYMENT' THEN false WHEN 'TRANSFER' THEN EXISTS (
    SELECT FROM transfers t WHERE t.id = ${line}.transfer_id AND t.credit_account_id = ${line}.account_id) ELSE true END`;

/** A line of a wallet's statement. */
@Entity('wallet_transactions')
export class WalletTransaction {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('integer')
  accountId: number;

  @ManyToOne(() => Account)
  @JoinColumn({ name: 'account_id' })
  account: Relation<Account>;

  @Column('text')
  transactionType: TransactionType;

  /** Always positive. */
  @MoneyColumn()
  amount: Vnd;

  @VirtualColumn('boolean', { query: isIncoming })
  isIncoming: boolean;

  @Column('text')
  status: (typeof TRANSACTION_STATUSES)[number];

  @Column('text')
  description: string;

  @Column('integer', { nullable: true })
  orderId: number | null;

  @Column('text', { nullable: true })
  paymentIntentId: string | null;

  /** The wallet's balance after this line; null until the money has moved. */
  @MoneyColumn({ nullable: true })
  balanceAfter: Vnd | null;

  /** When its money moved; until then, when the deposit was opened. */
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
