import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The shop kept the provider's events of refunds and disputes before it booked them. What it keeps from here on is booked; the
 * older ones are caught up with, as if they had been lost.
 */
export class KeptEvents1700000000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_events ADD is_booked boolean NOT NULL DEFAULT false;
      ALTER TABLE webhook_events ALTER is_booked SET DEFAULT true;
      -- All that the provider has is read once more.
      DELETE FROM card_events_read;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_events DROP is_booked');
  }
}
