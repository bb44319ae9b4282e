import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores since when the card provider answers that it does not know an intent. The column has no default, so no row is rewritten. A
 * process of the release before neither sets nor clears it, and closes such an intent by its age.
 */
export class UnknownIntents1800000000035 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payment_intents ADD COLUMN unknown_since timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payment_intents DROP COLUMN unknown_since');
  }
}
