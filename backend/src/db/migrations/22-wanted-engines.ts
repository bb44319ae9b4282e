import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a worker last wanted an engine of the search: what it said is forgotten only when none has for a while. */
export class WantedEngines1700000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE search_engines ADD last_wanted_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE search_engines DROP last_wanted_at');
  }
}
