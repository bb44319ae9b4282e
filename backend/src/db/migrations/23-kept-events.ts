import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The shop kept the provider's events of refunds and disputes before it booked them. What it keeps from here on says that it
 * is booked; the older ones are caught up with, as if they had been lost. So are those that a backend from before keeps while
 * it still runs beside this, and a worker from before cannot say that it has read them: it writes where nothing is any more.
 */
export class KeptEvents1700000000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_events ADD is_booked boolean NOT NULL DEFAULT false;
      ALTER TABLE card_events_read RENAME read_to TO booked_to;
      -- All that the provider has is read once more.
      DELETE FROM card_events_read;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_events DROP is_booked;
      ALTER TABLE card_events_read RENAME booked_to TO read_to;
    `);
  }
}
