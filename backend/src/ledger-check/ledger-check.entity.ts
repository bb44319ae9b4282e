import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { LedgerCheck as CheckOnTheWire } from '../contract/money/ledger.js';
import type { Checkpoint } from './checkpoint.js';

/** The result of the last ledger check: one row. */
@Entity('ledger_checks')
export class LedgerCheck {
  @PrimaryColumn('boolean')
  singleton: boolean;

  @Column('jsonb')
  breaches: CheckOnTheWire['breaches'];

  @CreateDateColumn({ type: 'timestamptz' })
  checkedAt: Date;

  /** How far the books are proved; null before the first check. */
  @Column('jsonb', { nullable: true })
  checkpoint: Checkpoint | null;

  /** When the last full check ended; null before the first. */
  @Column('timestamptz', { nullable: true })
  fullCheckAt: Date | null;
}
