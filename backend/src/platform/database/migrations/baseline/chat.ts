import type { ModuleSchema } from './module-schema.js';

export const CHAT: ModuleSchema = {
  tables: `
  CREATE TABLE chat_rooms (
    low_user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    high_user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    message_count integer NOT NULL CHECK (message_count >= 1),
    last_message_id bigint NOT NULL,
    -- The last message that each side has read. User 1, the low side, stands for every administrator.
    low_read_id bigint NOT NULL DEFAULT 0,
    high_read_id bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (low_user_id, high_user_id),
    CHECK (low_user_id < high_user_id)
  );
  CREATE INDEX ON chat_rooms (high_user_id);
  CREATE INDEX ON chat_rooms (low_user_id, last_message_id DESC);

  CREATE TABLE chat_messages (
    id bigint PRIMARY KEY,
    low_user_id integer NOT NULL,
    high_user_id integer NOT NULL,
    -- Counts the messages of its room without gaps, so that a client notices a missing one.
    number integer NOT NULL,
    -- Null for an administrator whose account was deleted: the shop is shown as the sender.
    sender_id integer REFERENCES users (id) ON DELETE SET NULL,
    message text NOT NULL CHECK (length(message) BETWEEN 1 AND 2000),
    -- Chosen by the sender: a retry with the same id sends nothing twice.
    client_id text CHECK (length(client_id) BETWEEN 1 AND 64),
    -- clock_timestamp(), because now() is before the wait for the room's lock.
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (low_user_id, high_user_id, number),
    UNIQUE (sender_id, client_id),
    FOREIGN KEY (low_user_id, high_user_id) REFERENCES chat_rooms (low_user_id, high_user_id) ON DELETE CASCADE
  );
  -- Messages of administrators in other people's rooms.
  CREATE INDEX chat_messages_answers ON chat_messages (sender_id, id) WHERE sender_id <> high_user_id;
  -- Unread messages are counted from this index alone.
  CREATE INDEX ON chat_messages (low_user_id, high_user_id, id) INCLUDE (sender_id);

  -- Taken under the room's lock, so that within a room ids grow in the order of the commits.
  CREATE SEQUENCE chat_message_ids;
  `,
};
