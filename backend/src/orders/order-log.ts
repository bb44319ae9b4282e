import type { EntityManager } from 'typeorm';
import type { Vnd } from '../contract/rules.js';
import type { OrderStatus, Transition } from '../contract/orders.js';
import { ORDER_MAILS } from '../mail/order-mails.js';

/** Who made it happen: a person, the card provider that told of a payment, or the shop by itself. */
export type Actor = { is: 'buyer' | 'admin'; id: number } | { is: 'provider' | 'shop' };

/** One thing that happened to an order: `before` is null for one that is being placed. */
export interface OrderEvent {
  order: { id: number; userId: number };
  before: OrderStatus | null;
  after: OrderStatus;
  actor: Actor;
  /** What of its total went back with it, in đồng. */
  amount?: Vnd;
  /** Why an administrator cancelled it. */
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

/** Writes down what happened to an order, see `logOrders`. */
export function logOrder(
  tx: EntityManager,
  order: { id: number; userId: number },
  transition: Transition,
  what: Omit<OrderEvent, 'order'>,
): Promise<void> {
  return logOrders(tx, transition, [{ order, ...what }]);
}

/**
 * Writes down what happened to orders, for good, and in the same statement the mails that tell their buyers,
 * see `ORDER_MAILS`. Whose account is closed has no address any more.
 * @param tx the transaction in which it happened
 * @param events of different orders
 */
export async function logOrders(tx: EntityManager, transition: Transition, events: OrderEvent[]): Promise<void> {
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
