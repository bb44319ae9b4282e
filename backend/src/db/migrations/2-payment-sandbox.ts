import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the payment sandbox remembers, apart from the shop's own tables: it stands for another company's computer, and the
 * two meet only through Stripe's API.
 */
export class PaymentSandbox1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA sandbox;
      -- "intent" is the PaymentIntent as the API shows it.
      CREATE TABLE sandbox.payment_intents (
        id text PRIMARY KEY,
        intent jsonb NOT NULL
      );
      -- Answers under an Idempotency-Key.
      CREATE TABLE sandbox.answers (
        key text PRIMARY KEY,
        request text NOT NULL,
        status integer NOT NULL,
        body jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      -- Webhooks, sent until the shop takes them. The payload is text because every byte of it is signed.
      CREATE TABLE sandbox.events (
        id text PRIMARY KEY,
        payload text NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        delivered_at timestamptz
      );
      CREATE INDEX ON sandbox.events (next_attempt_at) WHERE delivered_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA sandbox CASCADE');
  }
}
