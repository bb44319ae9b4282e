import type { EntityManager } from 'typeorm';
import type { Vnd } from '../../contract/rules.js';
import type { OrderStatus, Transition } from '../../contract/orders.js';
import { ORDER_MAILS } from '../mails/order-mails.js';

/** The actor of a transition: a person, the card provider that reported it, or the shop itself. */
export type OrderActor = { is: 'buyer' | 'admin'; id: number } | { is: 'provider' | 'shop' };

/** A transition of an order. `before` is null for `place`. */
export interface NewOrderEvent {
  order: { id: number; userId: number };
  before: OrderStatus | null;
  after: OrderStatus;
  actor: OrderActor;
  /** The refunded part of the order's total, in đồng. */
  amount?: Vnd;
  /** An administrator's reason for cancelling. */
  reason?: string;
}

const EVENTS = `
  INSERT INTO order_events (order_id, transition, status_before, status_after, actor, actor_id, amount, reason)
  SELECT order_id, $1, status_before, status_after, actor, actor_id, amount, reason
  FROM unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::bigint[], $8::text[])
    AS given (order_id, status_before, status_after, actor, actor_id, amount, reason)`;
const EVENTS_AND_MAILS = `
  WITH event AS (${EVENTS} RETURNING id, order_id)
  INSERT INTO mails (template, user_id, order_event_id)
  SELECT $9, buyer.user_id, event.id FROM event JOIN unnest($2::integer[], $10::integer[]) AS buyer (order_id, user_id)
    USING (order_id) JOIN users u ON u.id = buyer.user_id AND u.closed_at IS NULL`;

/** Records one order event, see `recordOrderEvents`. */
export function recordOrderEvent(
  tx: EntityManager,
  order: { id: number; userId: number },
  transition: Transition,
  event: Omit<NewOrderEvent, 'order'>,
): Promise<void> {
  return recordOrderEvents(tx, transition, [{ order, ...event }]);
}

/**
 * Records events of orders, and queues the mails to their buyers in the same statement, see `ORDER_MAILS`. Closed accounts have
 * no address and get no mail.
 * @param tx the transaction of the transition
 * @param events at most one for each order
 */
export async function recordOrderEvents(
  tx: EntityManager,
  transition: Transition,
  events: NewOrderEvent[],
): Promise<void> {
  const rows = [
    transition,
    events.map(({ order }) => order.id),
    events.map(({ before }) => before),
    events.map(({ after }) => after),
    events.map(({ actor }) => actor.is),
    events.map(({ actor }) => ('id' in actor ? actor.id : null)),
    events.map(({ amount }) => amount ?? null),
    events.map(({ reason }) => reason ?? null),
  ];
  const mail = ORDER_MAILS[transition];
  if (mail) await tx.query(EVENTS_AND_MAILS, [...rows, mail.template, events.map(({ order }) => order.userId)]);
  else await tx.query(EVENTS, rows);
}
