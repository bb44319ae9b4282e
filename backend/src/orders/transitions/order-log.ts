import type { EntityManager } from 'typeorm';
import type { Vnd } from '../../contract/rules.js';
import type { OrderStatus, Transition } from '../../contract/orders/orders.js';
import { countTransitions } from '../order/order-metrics.js';
import { ORDER_MAILS } from '../mails/order-mails.js';
import { ORDER_WEBHOOKS } from './order-webhooks.js';
import { insertEvents } from './order-log.sql.js';

/** The actor of a transition: a person, the card provider that reported it, or the shop itself. */
export type OrderActor = { is: 'buyer' | 'admin'; id: number } | { is: 'provider' | 'shop' };

/** A transition of an order. `before` is null for `place`. */
export interface NewOrderEvent {
  order: { id: number; userId: number };
  before: OrderStatus | null;
  after: OrderStatus;
  actor: OrderActor;
  /** The refunded part of the order's total, in đồng; of a `card_return`, the part that the shop regained. */
  amount?: Vnd;
  /** An administrator's reason for cancelling, for rejecting a refund, or for one that the shop began. */
  reason?: string;
  /** False for an event of which the buyer gets no mail. */
  isMailed?: boolean;
}

/** False for money that went back to a card from the buyer's wallet alone: the order has refunded nothing of its total. */
const isNews = ({ before, after, amount }: NewOrderEvent) => before !== after || amount !== 0;

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
 * Records events of orders, and queues the mails to their buyers and the owner's webhooks in the same statement, see `ORDER_MAILS`
 * and `ORDER_WEBHOOKS`. Closed accounts have no address and get no mail, and unproved mailboxes not every one, see `MAILED_BUYERS`.
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
  countTransitions(tx, transition, events.length);
  const mail = ORDER_MAILS[transition];
  const buyers = events.map(({ order, isMailed = true }) => (isMailed ? order.userId : null));
  await insertEvents(tx, rows, {
    mail: mail ? { template: mail.template, buyers } : undefined,
    webhook: events.some(isNews) ? (ORDER_WEBHOOKS[transition] ?? undefined) : undefined,
  });
}
