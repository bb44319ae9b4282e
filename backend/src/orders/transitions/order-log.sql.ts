import type { EntityManager } from 'typeorm';

const INSERT_EVENTS = `
  INSERT INTO order_events (order_id, transition, status_before, status_after, actor, actor_id, amount, reason)
  SELECT order_id, $1, status_before, status_after, actor, actor_id, amount, reason
  FROM unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::bigint[], $8::text[])
    AS given (order_id, status_before, status_after, actor, actor_id, amount, reason)`;

const INSERT_EVENTS_AND_MAILS = `
  WITH event AS (${INSERT_EVENTS} RETURNING id, order_id)
  INSERT INTO mails (template, user_id, order_event_id)
  SELECT $9, buyer.user_id, event.id FROM event JOIN unnest($2::integer[], $10::integer[]) AS buyer (order_id, user_id)
    USING (order_id) JOIN users u ON u.id = buyer.user_id AND u.closed_at IS NULL`;

/** Inserts events of orders. By hand: a batch over unnest(). @param rows the transition, then a column of each value */
export const insertEvents = (tx: EntityManager, rows: unknown[]): Promise<void> => tx.query(INSERT_EVENTS, rows);

/** Inserts events of orders and queues the mails to their buyers. By hand: one statement for both. */
export const insertEventsAndMails = (
  tx: EntityManager,
  rows: unknown[],
  template: string,
  buyers: number[],
): Promise<void> => tx.query(INSERT_EVENTS_AND_MAILS, [...rows, template, buyers]);
