import { daysBefore } from '../../platform/retention/retention.js';
import { deletesOldRows } from '../../platform/retention/retention.sql.js';

/** How many days an alert stays after it was confirmed, and after its mail was queued, so that the cancel link in that mail still works. */
const WAITING_DAYS = 180;
const NOTIFIED_DAYS = 30;

/** Deletes alerts that nobody confirmed in time, that waited too long, and that are over; their mails go with them. */
export const STOCK_ALERT_RETENTION = deletesOldRows({
  table: 'stock_alerts',
  where: `(r.confirmed_at IS NULL AND r.link_expires_at < $1) OR (r.notified_at IS NULL AND r.confirmed_at < $2) OR r.notified_at < $3`,
  values: ({ now }) => [now, daysBefore(now, WAITING_DAYS), daysBefore(now, NOTIFIED_DAYS)],
});
