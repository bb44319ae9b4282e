import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets administrators settle a conversation that needs no answer, up to a message. The default spares existing rows a rewrite, and suits
 * processes of the release before: a new room has nothing settled.
 */
export class SettledChats1800000000034 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE chat_rooms ADD COLUMN settled_id bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE chat_rooms DROP COLUMN settled_id');
  }
}
