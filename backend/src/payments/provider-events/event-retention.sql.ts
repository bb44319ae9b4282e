import { daysBefore, type RetentionRule } from '../../platform/retention/retention.js';

/**
 * Deletes events of the card provider that no copy can follow any more. The application has no right to delete records, so a
 * function of the tables' owner does it; the function and a trigger refuse events of the last 60 days. The provider repeats a webhook
 * for 3 days and lists events for 30.
 */
export const PROVIDER_EVENT_RETENTION: RetentionRule = {
  table: 'webhook_events',
  async deleteBatch(tx, { now, days, firstBlock, endBlock, limit }) {
    const [row]: { deleted: number }[] = await tx.query('SELECT delete_webhook_events($1, $2, $3, $4) AS deleted', [
      daysBefore(now, days.webhookEvents),
      firstBlock,
      endBlock,
      limit,
    ]);
    return row?.deleted ?? 0;
  },
};
