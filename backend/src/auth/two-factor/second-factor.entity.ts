import { Column, CreateDateColumn, Entity, IsNull, Not, PrimaryColumn, type EntityManager } from 'typeorm';

/** An administrator's second factor, active or not yet confirmed. */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn('integer')
  userId: number;

  /** The encrypted TOTP secret, see `SecondFactorCipher`. */
  @Column('text')
  secret: string;

  /** When the first code activated it. */
  @Column('timestamptz', { nullable: true })
  confirmedAt: Date | null;

  /** The time step of the last accepted code. A `bigint`, far below the largest safe integer. */
  @Column('bigint', { default: 0, transformer: { to: (value: number) => value, from: Number } })
  lastStep: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  get isOn(): boolean {
    return this.confirmedAt !== null;
  }
}

/** A code that replaces the authenticator app once. */
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

/** Returns true when the user's second factor is on. */
export const hasActiveFactor = (tx: EntityManager, userId: number): Promise<boolean> =>
  tx.existsBy(SecondFactor, activeFactorOf(userId));
