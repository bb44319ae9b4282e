import type { ModuleSchema } from './module-schema.js';

export const MAIL: ModuleSchema = {
  tables: `
  CREATE TABLE mails (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    template text NOT NULL CHECK (template IN (
      'welcome', 'password_reset', 'order_placed', 'order_paid', 'order_cancelled', 'order_expired',
      'order_delivered', 'refund_decided', 'deposit', 'email_changed', 'password_changed', 'two_factor_on',
      'two_factor_off')),
    user_id integer NOT NULL,
    -- The subject of the mail; its content is read when it is sent.
    order_event_id bigint,
    payment_intent_id text,
    -- Makes the link of a password reset; deleted when the mail is sent or given up.
    secret jsonb,
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'failed')),
    attempts integer NOT NULL DEFAULT 0,
    last_error text,
    created_at timestamptz NOT NULL DEFAULT now(),
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz,
    -- An address instead of the account's: the one that it had before a change.
    recipient text,
    CHECK ((template IN (
      'order_placed', 'order_paid', 'order_cancelled', 'order_expired', 'order_delivered',
      'refund_decided')) = (order_event_id IS NOT NULL)),
    CHECK ((template = 'deposit') = (payment_intent_id IS NOT NULL)),
    CHECK (CASE WHEN template = 'password_reset' AND state = 'pending' THEN secret IS NOT NULL ELSE secret IS NULL END),
    CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
    CHECK ((template IN ('email_changed', 'password_changed', 'two_factor_on', 'two_factor_off')) = (recipient IS NOT NULL))
  );
  CREATE INDEX mails_due ON mails (next_attempt_at) WHERE state = 'pending';
  CREATE INDEX mails_failed ON mails (id) WHERE state = 'failed';
  -- One mail for each event, however often it is announced.
  CREATE UNIQUE INDEX mails_order_event ON mails (order_event_id) WHERE order_event_id IS NOT NULL;
  CREATE UNIQUE INDEX mails_payment_intent ON mails (payment_intent_id) WHERE payment_intent_id IS NOT NULL;
  CREATE INDEX mails_user ON mails (user_id, id);
  CREATE UNIQUE INDEX mails_welcome ON mails (user_id) WHERE template = 'welcome';
  `,
  references: `
  ALTER TABLE mails ADD FOREIGN KEY (order_event_id) REFERENCES order_events (id);
  ALTER TABLE mails ADD FOREIGN KEY (payment_intent_id) REFERENCES payment_intents (id);
  ALTER TABLE mails ADD FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;
  `,
};
