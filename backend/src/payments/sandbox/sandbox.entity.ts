import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { SandboxDispute } from './sandbox-disputes.js';
import type { SandboxIntent } from './sandbox-intents.js';
import type { SandboxRefund } from './sandbox-refunds.js';

/** The schema keeps the sandbox's tables apart from the shop's. */
const schema = 'sandbox';

/** The number of a row in its table; it orders rows of one second, the precision of the API's times. A `bigint`. */
const Sequence = () => Column({ type: 'bigint', insert: false, update: false });

/** A PaymentIntent, as the API shows it. */
@Entity('payment_intents', { schema })
export class StoredIntent {
  @PrimaryColumn('text')
  id: string;

  @Column('jsonb')
  intent: SandboxIntent;
}

/** A Refund, as the API shows it. */
@Entity('refunds', { schema })
export class StoredRefund {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  paymentIntentId: string;

  @Column('jsonb')
  refund: SandboxRefund;

  @Sequence()
  sequence: string;
}

/** A Dispute, as the API shows it. */
@Entity('disputes', { schema })
export class StoredDispute {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  paymentIntentId: string;

  @Column('jsonb')
  dispute: SandboxDispute;

  @Sequence()
  sequence: string;
}

/** An event for the webhook, sent until the shop accepts it. */
@Entity('events', { schema })
export class StoredEvent {
  @PrimaryColumn('text')
  id: string;

  /** Text, because its bytes are signed. */
  @Column('text')
  payload: string;

  @Column('integer', { default: 0 })
  attempts: number;

  @CreateDateColumn({ type: 'timestamptz' })
  nextAttemptAt: Date;

  @Column('timestamptz', { nullable: true })
  deliveredAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Sequence()
  sequence: string;
}

/** An answer stored under an Idempotency-Key. */
@Entity('responses', { schema })
export class StoredAnswer {
  @PrimaryColumn('text')
  key: string;

  /** The call that it answers: its URL and its form. */
  @Column('text')
  request: string;

  @Column('integer')
  status: number;

  @Column('jsonb')
  body: object;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

export const SANDBOX_ENTITIES = [StoredIntent, StoredRefund, StoredDispute, StoredEvent, StoredAnswer];
