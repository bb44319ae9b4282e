import type { EntityManager } from 'typeorm';
import type { WebhookType } from '../../contract/administration/integration-rules.js';
import { queueOrderWebhooks } from '../../webhooks/webhook-outbox.sql.js';
import { prepared } from '../../platform/database/connections/prepared.js';

const INSERT_EVENTS = `
  INSERT INTO order_events (order_id, transition, status_before, status_after, actor, actor_id, amount, reason)
  SELECT order_id, $1, status_before, status_after, actor, actor_id, amount, reason
  FROM unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::bigint[], $8::text[])
    AS given (order_id, status_before, status_after, actor, actor_id, amount, reason)`;

const EVENT = `WITH event AS (${INSERT_EVENTS} RETURNING id, order_id, status_after, actor)`;

/**
 * The buyers `u` who get the mails of events. An unproved mailbox may be a stranger's. About an unpaid order that is sent, cancelled or
 * expired it gets a mail only if it got one when the order was placed, which is rate-limited, and never when the account cancelled the
 * order itself. About paid orders it always gets mails.
 */
const MAILED_BUYERS = `
  FROM event JOIN unnest($2::integer[], $10::integer[]) AS buyer (order_id, user_id) USING (order_id)
  JOIN users u ON u.id = buyer.user_id AND u.closed_at IS NULL
  WHERE u.email_verified_at IS NOT NULL OR $1 NOT IN ('send', 'cancel', 'expire') OR event.status_after = 'paid'
    OR (event.actor <> 'buyer' AND EXISTS (
      SELECT FROM order_events placed JOIN mails m ON m.order_event_id = placed.id
      WHERE placed.order_id = event.order_id AND placed.transition = 'place'))`;

const QUEUE_MAILS = `
  INSERT INTO mails (template, user_id, order_event_id) SELECT $9, buyer.user_id, event.id ${MAILED_BUYERS}`;

const EVENTS = prepared('order-events', INSERT_EVENTS);
const EVENTS_WITH_MAILS = prepared('order-events-mails', `${EVENT} ${QUEUE_MAILS}`);
const EVENTS_WITH_WEBHOOKS = prepared('order-events-webhooks', `${EVENT} ${queueOrderWebhooks('event', '$9')}`);
const EVENTS_WITH_BOTH = prepared(
  'order-events-mails-webhooks',
  `${EVENT}, webhook AS (${queueOrderWebhooks('event', '$11')}) ${QUEUE_MAILS}`,
);

/** What follows events: a mail to each of the buyers, a webhook to each endpoint that wants it. */
interface EventEffects {
  mail?: { template: string; /** Null for none. */ buyers: (number | null)[] };
  webhook?: WebhookType;
}

/**
 * Inserts events of orders, and queues their mails and webhooks. By hand: a batch over unnest(), and one statement for all three.
 * @param rows the transition, then a column of each value
 */
export function insertEvents(tx: EntityManager, rows: unknown[], { mail, webhook }: EventEffects): Promise<void> {
  if (mail && webhook) return tx.query(EVENTS_WITH_BOTH, [...rows, mail.template, mail.buyers, webhook]);
  if (mail) return tx.query(EVENTS_WITH_MAILS, [...rows, mail.template, mail.buyers]);
  if (webhook) return tx.query(EVENTS_WITH_WEBHOOKS, [...rows, webhook]);
  return tx.query(EVENTS, rows);
}
