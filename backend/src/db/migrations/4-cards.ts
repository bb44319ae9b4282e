import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A second intent for an order whose first was canceled, and the sandbox's refunds. */
export class Cards1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One open intent for each order. Canceled ones stay, since money that comes through them is booked all the same.
      DROP INDEX payment_intents_order;
      CREATE INDEX ON payment_intents (order_id);
      CREATE UNIQUE INDEX payment_intents_open_order ON payment_intents (order_id)
        WHERE settled_at IS NULL AND closed_at IS NULL;

      -- "refund" is the Refund as the API shows it.
      CREATE TABLE sandbox.refunds (
        id text PRIMARY KEY,
        payment_intent_id text NOT NULL REFERENCES sandbox.payment_intents (id),
        refund jsonb NOT NULL
      );
      CREATE INDEX ON sandbox.refunds (payment_intent_id);
      CREATE INDEX ON sandbox.answers (created_at);
      ALTER TABLE sandbox.events ADD created_at timestamptz NOT NULL DEFAULT now();
      CREATE INDEX ON sandbox.events (created_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Records of money are not taken down: drop the database instead.');
  }
}
