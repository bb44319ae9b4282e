import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { TRANSFER_PROBLEMS, TRANSFER_STATES } from '../../contract/money/bank-transfers.js';
import type { Vnd } from '../../contract/rules.js';
import { MoneyColumn } from '../../platform/database/money.column.js';

export type TransferProblem = (typeof TRANSFER_PROBLEMS)[number];

/** A transfer to the shop's bank account, reported by an administrator, by the bank, or by both. */
@Entity('bank_transfers')
export class SavedBankTransfer {
  @PrimaryGeneratedColumn()
  id: number;

  /** The bank's own number, see `normalizeReference`. */
  @Column('text')
  reference: string;

  /** The bank's event; null while only an administrator has reported it. */
  @Column('text', { nullable: true })
  eventId: string | null;

  @MoneyColumn()
  amount: Vnd;

  /** What the payer wrote; empty once it is settled for a buyer who has closed the account, see the trigger `forget_payer`. */
  @Column('text')
  description: string;

  /** The order that it paid, or whose buyer got it; of one that waits, the order whose code it carries. */
  @Column('integer', { nullable: true })
  orderId: number | null;

  @Column('text')
  state: (typeof TRANSFER_STATES)[number];

  /** Why it waits, or waited, for an administrator. */
  @Column('text', { nullable: true })
  problem: TransferProblem | null;

  @Column('text', { nullable: true })
  note: string | null;

  /** The administrator who recorded or settled it. */
  @Column('integer', { nullable: true })
  decidedBy: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  decidedAt: Date | null;
}
