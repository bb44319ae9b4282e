import { Column, CreateDateColumn, Entity, IsNull, Not, PrimaryColumn } from 'typeorm';

/** An administrator's second factor, on or only begun. */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn('integer')
  userId: number;

  /** The TOTP secret, sealed, see `Seal`. */
  @Column('text')
  secret: string;

  /** When the first code switched it on. */
  @Column('timestamptz', { nullable: true })
  confirmedAt: Date | null;

  /** The time step of the last code that was taken. A `bigint`, far below the largest safe integer. */
  @Column('bigint', { default: 0, transformer: { to: (value: number) => value, from: Number } })
  lastStep: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  get isOn(): boolean {
    return this.confirmedAt !== null;
  }
}

/** A code that stands in for the authenticator app once. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('integer')
  userId: number;

  @PrimaryColumn('text')
  codeHash: string;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;
}

/** Condition: the user's second factor, if it is on. */
export const activeFactorOf = (userId: number) => ({ userId, confirmedAt: Not(IsNull()) });
