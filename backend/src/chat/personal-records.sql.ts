import type { PersonalRecords } from '../auth/accounts/personal-records.js';

/** Messages, which go with the account. */
export const CHAT_RECORDS: PersonalRecords = {
  data: {
    chat_messages: {
      columns: 'c.id::float8, c.sender_id, c.message, c.created_at',
      // The person's own room, and an administrator's messages in other rooms.
      from: `(SELECT * FROM chat_messages WHERE low_user_id = 1 AND high_user_id = $1 UNION ALL
        SELECT * FROM chat_messages WHERE sender_id = $1 AND sender_id <> high_user_id) c WHERE true`,
      keys: [['c.id', 'bigint']],
    },
  },
  deletePersonalData: (tx, userId) =>
    tx.query('DELETE FROM chat_rooms WHERE low_user_id = 1 AND high_user_id = $1', [userId]),
};
