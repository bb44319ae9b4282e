import { daysBefore } from '../platform/retention/retention.js';
import { deletesOldRows } from '../platform/retention/retention.sql.js';

/** Deletes mails that were sent or given up. Those that wait to be sent stay, however long they wait. */
export const MAIL_RETENTION = deletesOldRows({
  table: 'mails',
  where: `r.state <> 'pending' AND coalesce(r.sent_at, r.created_at) < $1`,
  values: ({ now, days }) => [daysBefore(now, days.mails)],
});
