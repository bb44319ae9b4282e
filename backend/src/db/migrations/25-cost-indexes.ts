import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes for reads that scanned a whole table for one caller: the search of orders by receiver and phone, and a person's
 * mails and answers in the chat for the copy of their data. A payment leaves what is searched as it is, so most of them
 * write nothing into the index.
 */
export class CostIndexes1700000000025 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX orders_search ON orders USING gin (searched gin_trgm_ops);
      CREATE INDEX mails_user ON mails (user_id, id);
      -- What administrators say in other people's rooms; their own rooms are found by the room.
      CREATE INDEX chat_messages_answers ON chat_messages (sender_id, id) WHERE sender_id <> high_user_id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_search, mails_user, chat_messages_answers');
  }
}
