import { daysBefore } from '../platform/retention/retention.js';
import { deletesOldRows } from '../platform/retention/retention.sql.js';

/** How long the log of deliveries is stored. */
const DAYS = 30;

/**
 * Deletes old deliveries, with their attempts, that are finished or whose endpoint is off, and all deliveries of deleted endpoints: an
 * order placed during the deletion may still add one.
 */
export const WEBHOOK_DELIVERY_RETENTION = deletesOldRows({
  table: 'webhook_deliveries',
  where: `NOT EXISTS (SELECT FROM webhook_endpoints w WHERE w.id = r.endpoint_id)
    OR (r.created_at < $1
      AND (r.state <> 'pending' OR NOT EXISTS (SELECT FROM webhook_endpoints w WHERE w.id = r.endpoint_id AND w.is_active)))`,
  values: ({ now }) => [daysBefore(now, DAYS)],
});
