import { SUPPORT_USER_ID } from '../contract/rules.js';
import type { PersonalRecords } from '../auth/personal-data/personal-records.js';

/** A person's conversations. In those of user 1 an administrator speaks for the shop. */
const OWN_ROOMS = `
  SELECT low_user_id, high_user_id FROM chat_rooms WHERE high_user_id = $1
  UNION ALL SELECT low_user_id, high_user_id FROM chat_rooms WHERE low_user_id = $1 AND low_user_id <> ${SUPPORT_USER_ID}`;

/** Messages, which go with the account. */
export const CHAT_RECORDS: PersonalRecords = {
  data: {
    chat_messages: {
      columns: 'c.id::float8, c.sender_id, c.message, c.created_at',
      // The person's own rooms, and an administrator's messages in others.
      from: `(SELECT m.* FROM chat_messages m JOIN (${OWN_ROOMS}) own USING (low_user_id, high_user_id) UNION
        SELECT * FROM chat_messages WHERE sender_id = $1 AND sender_id <> high_user_id) c WHERE true`,
      keys: [['c.id', 'bigint']],
    },
  },
  deletePersonalData: (tx, userId) =>
    tx.query(`DELETE FROM chat_rooms WHERE (low_user_id, high_user_id) IN (${OWN_ROOMS})`, [userId]),
};
