import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An event of the card provider, written in the transaction that books it. Append-only. */
@Entity('webhook_events')
export class ProviderEvent {
  /** The provider's id. */
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  type: string;

  /** Null for an event about no intent. */
  @Column('text', { nullable: true })
  paymentIntentId: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('boolean')
  isBooked: boolean;
}
