import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: all of the provider's events up to this moment are booked. */
@Entity('webhook_backfill')
export class BackfillPosition {
  @PrimaryColumn('boolean')
  singleton: boolean;

  @Column('timestamptz')
  backfilledTo: Date;
}
