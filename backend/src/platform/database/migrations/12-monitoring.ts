import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
  -- The last heartbeat of any worker.
  CREATE TABLE worker_heartbeat (
    singleton boolean DEFAULT true PRIMARY KEY CHECK (singleton),
    seen_at timestamptz NOT NULL DEFAULT now()
  );
`;

/** Adds the worker's heartbeat. Processes of the release before do not know it, so they run beside new ones. */
export class Monitoring1800000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE worker_heartbeat');
  }
}
