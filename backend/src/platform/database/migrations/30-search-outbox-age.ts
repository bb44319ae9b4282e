import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores since when a change of a product waits for the search, so that monitoring sees a worker that takes none. Changes that wait
 * already count from now. The default is one value for all of them, so no row is rewritten.
 */
export class SearchOutboxAge1800000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE search_outbox ADD COLUMN queued_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE search_outbox DROP COLUMN queued_at');
  }
}
