import { finalRecords } from './platform.js';
import type { ModuleSchema } from './module-schema.js';

export const PAYMENTS: ModuleSchema = {
  tables: `
  -- The provider's payment intents that the shop created, and how each ended.
  CREATE TABLE payment_intents (
    id text PRIMARY KEY,
    purpose text NOT NULL CHECK (purpose IN ('order', 'deposit')),
    user_id integer NOT NULL REFERENCES users (id),
    order_id integer REFERENCES orders (id),
    amount bigint NOT NULL CHECK (amount > 0),
    created_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz,
    -- An intent is open until its money is booked (settled) or can no longer arrive (closed).
    closed_at timestamptz,
    checked_at timestamptz,
    CHECK ((purpose = 'order') = (order_id IS NOT NULL)),
    CHECK (settled_at IS NULL OR closed_at IS NULL)
  );
  CREATE INDEX payment_intents_open ON payment_intents (created_at) WHERE settled_at IS NULL AND closed_at IS NULL;
  CREATE UNIQUE INDEX payment_intents_open_order ON payment_intents (order_id) WHERE settled_at IS NULL AND closed_at IS NULL;
  CREATE INDEX ON payment_intents (order_id);
  CREATE INDEX payment_intents_user ON payment_intents (user_id);

  -- Keyed by the provider's ids. A row follows the provider's reports; its transfers are final.
  CREATE TABLE chargebacks (
    id text PRIMARY KEY,
    payment_intent_id text NOT NULL REFERENCES payment_intents (id),
    kind text NOT NULL CHECK (kind IN ('refund', 'dispute')),
    amount bigint NOT NULL CHECK (amount > 0),
    -- The provider's status.
    status text NOT NULL,
    -- What the shop has booked.
    stage text NOT NULL CHECK (stage IN ('pending', 'funds_withdrawn', 'lost', 'void', 'funds_reinstated')),
    created_at timestamptz NOT NULL DEFAULT now(),
    -- For disputes: the provider's reason code and the deadline for evidence.
    reason text,
    due_by timestamptz,
    CHECK (stage <> 'funds_withdrawn' OR kind = 'dispute')
  );
  CREATE INDEX ON chargebacks (payment_intent_id);

  -- Events by the provider's ids, each written in the transaction that books it.
  CREATE TABLE webhook_events (
    id text PRIMARY KEY,
    type text NOT NULL,
    payment_intent_id text,
    created_at timestamptz NOT NULL DEFAULT now(),
    is_booked boolean NOT NULL DEFAULT false
  );

  -- One row: all of the provider's events up to this moment are booked.
  CREATE TABLE webhook_backfill (
    singleton boolean DEFAULT true PRIMARY KEY CHECK (singleton),
    backfilled_to timestamptz NOT NULL
  );
  `,
  triggers: `
  ${finalRecords('webhook_events')}
  `,
};
