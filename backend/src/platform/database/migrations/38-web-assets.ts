import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
  -- Files of the page scripts and styles of this and former releases, by their hashed names.
  CREATE TABLE web_assets (
    name text PRIMARY KEY,
    body bytea NOT NULL,
    -- Whether the body is compressed by brotli.
    is_brotli boolean NOT NULL,
    -- When a process of a release with this file last ran.
    seen_at timestamptz NOT NULL DEFAULT now()
  );
`;

/** Adds the store of scripts and styles. Processes of the release before do not know it, so they run beside new ones. */
export class WebAssets1800000000038 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE web_assets');
  }
}
