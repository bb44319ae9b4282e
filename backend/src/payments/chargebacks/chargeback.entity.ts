import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Vnd } from '../../contract/rules.js';
import { MoneyColumn } from '../../platform/database/money.column.js';
import type { ChargebackStage } from './chargeback.js';

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
