import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = `
  -- The last sign of life of any worker.
  CREATE TABLE worker_heartbeat (
    singleton boolean DEFAULT true PRIMARY KEY CHECK (singleton),
    seen_at timestamptz NOT NULL DEFAULT now()
  );
  -- The request that caused a mail: its id in the logs, and its trace (W3C traceparent) where traces are recorded.
  ALTER TABLE mails
    ADD COLUMN request_id text CHECK (length(request_id) <= 64),
    ADD COLUMN traceparent text CHECK (length(traceparent) <= 64);
`;

/**
 * Adds the worker's sign of life, and to each mail the request that caused it. Processes of the release before do not know
 * them, so they run beside new ones.
 */
export class Monitoring1800000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE worker_heartbeat; ALTER TABLE mails DROP COLUMN request_id, DROP COLUMN traceparent',
    );
  }
}
