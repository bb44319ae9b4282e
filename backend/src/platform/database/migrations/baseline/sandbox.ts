import type { ModuleSchema } from './module-schema.js';

export const SANDBOX: ModuleSchema = {
  tables: `
  -- "intent" is the PaymentIntent as the API shows it.
  CREATE TABLE sandbox.payment_intents (
    id text PRIMARY KEY,
    intent jsonb NOT NULL
  );

  -- "refund" is the Refund as the API shows it.
  CREATE TABLE sandbox.refunds (
    id text PRIMARY KEY,
    payment_intent_id text NOT NULL REFERENCES sandbox.payment_intents (id),
    refund jsonb NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY
  );
  CREATE INDEX ON sandbox.refunds (payment_intent_id);

  -- "dispute" is the Dispute as the API shows it.
  CREATE TABLE sandbox.disputes (
    id text PRIMARY KEY,
    payment_intent_id text NOT NULL REFERENCES sandbox.payment_intents (id),
    dispute jsonb NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY
  );
  CREATE INDEX ON sandbox.disputes (payment_intent_id);

  -- Webhooks, sent until the shop accepts them. The payload is text because its bytes are signed.
  CREATE TABLE sandbox.events (
    id text PRIMARY KEY,
    payload text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    delivered_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- Orders events of one second, the precision of the API's times.
    sequence bigint GENERATED ALWAYS AS IDENTITY
  );
  CREATE INDEX ON sandbox.events (created_at);
  CREATE INDEX ON sandbox.events (next_attempt_at) WHERE delivered_at IS NULL;

  -- Responses stored under an Idempotency-Key.
  CREATE TABLE sandbox.responses (
    key text PRIMARY KEY,
    request text NOT NULL,
    status integer NOT NULL,
    body jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX ON sandbox.responses (created_at);
  `,
};
