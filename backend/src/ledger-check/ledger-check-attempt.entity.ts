import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { FullCheckReason } from './ledger-check.js';

/** The last attempt of a worker to check the ledger: one row. */
@Entity('ledger_check_attempts')
export class LedgerCheckAttempt {
  @PrimaryColumn('boolean')
  singleton: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  beganAt: Date;

  /** Null while it runs, and after one that was killed. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;

  /** Why it reads everything; null while it reads new rows alone. */
  @Column('text', { nullable: true })
  reason: FullCheckReason | null;

  /** How many invariants a full check has proved. */
  @Column('integer', { default: 0 })
  rulesDone: number;

  /** Why it proved nothing; otherwise null. */
  @Column('text', { nullable: true })
  failure: string | null;
}
