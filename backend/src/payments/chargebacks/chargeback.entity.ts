import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Vnd } from '../../contract/rules.js';
import { MoneyColumn } from '../../platform/database/money.column.js';
import type { ReportedStage } from '../provider/card-provider.js';

/**
 * How far a chargeback is booked.
 * - `pending`: nothing is booked yet
 * - `funds_withdrawn`: the bank withholds a disputed amount; never a refund's stage
 * - `lost`: the card has the money
 * - `void`: nothing stays booked, and nothing will be
 * - `funds_reinstated`: the card had the money, and it came back. No provider reports it: the shop sees that a lost one is void
 */
export type ChargebackStage = ReportedStage | 'funds_reinstated';

/** The row of a chargeback. It follows the provider's reports; its transfers are final. */
@Entity('chargebacks')
export class SavedChargeback {
  /** The provider's id. */
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  paymentIntentId: string;

  @Column('text')
  kind: 'refund' | 'dispute';

  @MoneyColumn()
  amount: Vnd;

  /** The provider's status. */
  @Column('text')
  status: string;

  @Column('text')
  stage: ChargebackStage;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** The provider's reason code of a dispute. */
  @Column('text', { nullable: true })
  reason: string | null;

  /** The deadline of a dispute for the shop's evidence. */
  @Column('timestamptz', { nullable: true })
  dueBy: Date | null;
}
