import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The part of Stripe's PaymentIntent that the sandbox fills in (https://docs.stripe.com/api/payment_intents/object). */
export interface SandboxIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  automatic_payment_methods: { enabled: true };
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: 'automatic_async';
  client_secret: string;
  confirmation_method: 'automatic';
  created: number;
  currency: string;
  description: string | null;
  last_payment_error: object | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Record<string, string>;
  next_action: null;
  payment_method: string | null;
  payment_method_types: ['card'];
  status: 'requires_payment_method' | 'succeeded' | 'canceled';
}

/** The part of Stripe's Refund that the sandbox fills in (https://docs.stripe.com/api/refunds/object). */
export interface SandboxRefund {
  id: string;
  object: 'refund';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string | null;
  status: 'succeeded' | 'failed';
}

/** The part of Stripe's Dispute that the sandbox fills in (https://docs.stripe.com/api/disputes/object). */
export interface SandboxDispute {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  /** `due_by` in seconds since 1970. */
  evidence_details: { due_by: number };
  livemode: false;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string;
  status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'won' | 'lost';
}

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
