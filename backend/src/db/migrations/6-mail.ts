import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The outbox: a row for each mail, written in the transaction that it tells of. */
export class Mail1700000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mails (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        template text NOT NULL CHECK (template IN ('welcome', 'password_reset', 'order_placed', 'order_paid',
          'order_delivered', 'refund_decided', 'deposit')),
        user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        -- What it tells of; the rest is read when it is sent.
        order_event_id bigint REFERENCES order_events (id),
        payment_intent_id text REFERENCES payment_intents (id),
        -- What a link is made of that opens an account. Nobody needs it once the mail is sent or given up.
        secret jsonb,
        state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        last_error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        sent_at timestamptz,
        CHECK ((template IN ('order_placed', 'order_paid', 'order_delivered', 'refund_decided'))
          = (order_event_id IS NOT NULL)),
        CHECK ((template = 'deposit') = (payment_intent_id IS NOT NULL)),
        CHECK (CASE WHEN template = 'password_reset' AND state = 'pending' THEN secret IS NOT NULL ELSE secret IS NULL END),
        CHECK ((state = 'sent') = (sent_at IS NOT NULL))
      );
      -- One mail for each thing that happened, whoever tries to tell of it again.
      CREATE UNIQUE INDEX mails_order_event ON mails (order_event_id) WHERE order_event_id IS NOT NULL;
      CREATE UNIQUE INDEX mails_payment_intent ON mails (payment_intent_id) WHERE payment_intent_id IS NOT NULL;
      CREATE UNIQUE INDEX mails_welcome ON mails (user_id) WHERE template = 'welcome';
      CREATE INDEX mails_due ON mails (next_attempt_at) WHERE state = 'pending';
      CREATE INDEX mails_failed ON mails (id) WHERE state = 'failed';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mails');
  }
}
