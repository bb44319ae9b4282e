import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The response of a request that came with an idempotency key, for retries within 24 hours. */
@Entity('idempotency_keys')
export class StoredResponse {
  @PrimaryColumn('integer')
  userId: number;

  @PrimaryColumn('text')
  key: string;

  /** The fingerprint of the request, see `KeyedRequest`. */
  @Column('text')
  requestHash: string;

  @Column('jsonb')
  body: object;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
