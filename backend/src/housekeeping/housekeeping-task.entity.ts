import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** What housekeeping knows of one table: how far it came, and what it deleted. */
@Entity('housekeeping_tasks')
export class HousekeepingTask {
  @PrimaryColumn('text')
  tableName: string;

  /** Since when the table is in the nightly run. */
  @CreateDateColumn({ type: 'timestamptz' })
  since: Date;

  /** The last night whose run is complete. */
  @Column('date')
  night: string;

  /** The night of the last attempt; a run that was killed continues it. */
  @Column('date', { nullable: true })
  attemptedNight: string | null;

  @Column('timestamptz', { nullable: true })
  beganAt: Date | null;

  /** Null while an attempt runs, and after one that was killed. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  succeededAt: Date | null;

  /** The time that the attempts of the last night took. */
  @Column('double precision', { default: 0 })
  seconds: number;

  /** Rows that went in the last night. */
  @Column('bigint', { default: 0 })
  lastDeleted: string;

  /** Rows that ever went. */
  @Column('bigint', { default: 0 })
  deleted: string;

  /** Why the last attempt failed; otherwise null. */
  @Column('text', { nullable: true })
  failure: string | null;
}
