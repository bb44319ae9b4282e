import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Up to when the card provider was asked for its events; and in the sandbox the order in which things happened. */
export class CardEvents1700000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row: the provider was asked for all events until then, and what they tell is booked.
      CREATE TABLE card_events_read (
        only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
        read_to timestamptz NOT NULL
      );

      -- Many happen in the same second, which is all that their own moments tell.
      ALTER TABLE sandbox.events ADD nth bigint GENERATED ALWAYS AS IDENTITY;
      ALTER TABLE sandbox.refunds ADD nth bigint GENERATED ALWAYS AS IDENTITY;
      ALTER TABLE sandbox.disputes ADD nth bigint GENERATED ALWAYS AS IDENTITY;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE card_events_read;
      ALTER TABLE sandbox.events DROP nth;
      ALTER TABLE sandbox.refunds DROP nth;
      ALTER TABLE sandbox.disputes DROP nth;
    `);
  }
}
