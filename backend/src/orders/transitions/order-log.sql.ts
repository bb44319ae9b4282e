import type { EntityManager } from 'typeorm';
import type { WebhookType } from '../../contract/administration/integration-rules.js';
import { queueOrderWebhooks } from '../../webhooks/webhook-outbox.sql.js';

const INSERT_EVENTS = `
  INSERT INTO order_events (order_id, transition, status_before, status_after, actor, actor_id, amount, reason)
  SELECT order_id, $1, status_before, status_after, actor, actor_id, amount, reason
  FROM unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::bigint[], $8::text[])
    AS given (order_id, status_before, status_after, actor, actor_id, amount, reason)`;

const EVENT = `WITH event AS (${INSERT_EVENTS} RETURNING id, order_id)`;

const QUEUE_MAILS = `
  INSERT INTO mails (template, user_id, order_event_id)
  SELECT $9, buyer.user_id, event.id FROM event JOIN unnest($2::integer[], $10::integer[]) AS buyer (order_id, user_id)
    USING (order_id) JOIN users u ON u.id = buyer.user_id AND u.closed_at IS NULL`;

/** What follows events: a mail to each buyer, a webhook to each endpoint that wants it. */
interface EventEffects {
  mail?: { template: string; buyers: number[] };
  webhook?: WebhookType;
}

/**
 * Inserts events of orders, and queues their mails and webhooks. By hand: a batch over unnest(), and one statement for all three.
 * @param rows the transition, then a column of each value
 */
export function insertEvents(tx: EntityManager, rows: unknown[], { mail, webhook }: EventEffects): Promise<void> {
  if (mail && webhook) {
    const webhooks = `webhook AS (${queueOrderWebhooks('event', '$11')})`;
    return tx.query(`${EVENT}, ${webhooks} ${QUEUE_MAILS}`, [...rows, mail.template, mail.buyers, webhook]);
  }
  if (mail) return tx.query(`${EVENT} ${QUEUE_MAILS}`, [...rows, mail.template, mail.buyers]);
  if (webhook) return tx.query(`${EVENT} ${queueOrderWebhooks('event', '$9')}`, [...rows, webhook]);
  return tx.query(INSERT_EVENTS, rows);
}
