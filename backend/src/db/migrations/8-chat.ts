import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conversations of two users: what was said, which nobody rewrites, and how far each side has read. */
export class Chat1700000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Taken under the lock of the room's row, so that in each room ids grow in the order of the commits.
      CREATE SEQUENCE chat_message_ids;

      CREATE TABLE chat_rooms (
        low_user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        high_user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        -- How many messages there are, and the id of the last: a room is made by its first message.
        messages integer NOT NULL CHECK (messages >= 1),
        last_message_id bigint NOT NULL,
        -- The last message that each side has seen. The low side of a room of user 1 is every administrator.
        low_read_id bigint NOT NULL DEFAULT 0,
        high_read_id bigint NOT NULL DEFAULT 0,
        PRIMARY KEY (low_user_id, high_user_id),
        CHECK (low_user_id < high_user_id)
      );
      CREATE INDEX ON chat_rooms (low_user_id, last_message_id DESC);
      CREATE INDEX ON chat_rooms (high_user_id);

      CREATE TABLE chat_messages (
        id bigint PRIMARY KEY,
        low_user_id integer NOT NULL,
        high_user_id integer NOT NULL,
        -- 1, 2, 3 … in its room: whoever has heard 4 and hears 6 knows that 5 is missing.
        number integer NOT NULL,
        -- Null once an administrator's account was erased: then the shop said it.
        sender_id integer REFERENCES users (id) ON DELETE SET NULL,
        message text NOT NULL CHECK (length(message) BETWEEN 1 AND 2000),
        -- Chosen by the sender, so that sending again after a lost answer says nothing twice.
        client_id text CHECK (length(client_id) BETWEEN 1 AND 64),
        -- When it was its turn: now() would be when it began to wait.
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        FOREIGN KEY (low_user_id, high_user_id) REFERENCES chat_rooms ON DELETE CASCADE,
        UNIQUE (low_user_id, high_user_id, number),
        UNIQUE (sender_id, client_id)
      );
      -- With the sender, so that unread messages are counted without touching the table.
      CREATE INDEX ON chat_messages (low_user_id, high_user_id, id) INCLUDE (sender_id);
    `);
    await runner.query(`
      DO $$
      BEGIN
        IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'may_app') THEN
          -- A message is never changed. One goes only with the account it belongs to, by the foreign keys.
          REVOKE UPDATE, DELETE ON chat_messages FROM may_app;
        END IF;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE chat_messages, chat_rooms; DROP SEQUENCE chat_message_ids');
  }
}
