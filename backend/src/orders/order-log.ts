import type { EntityManager } from 'typeorm';
import type { MailTemplate } from '../contract/mail.js';
import type { OrderStatus, Transition } from '../contract/orders.js';

/** Who made it happen: a person, the card provider that told of a payment, or the shop by itself. */
export type Actor = { is: 'buyer' | 'admin'; id: number } | { is: 'provider' | 'shop' };

/** What the buyer gets a mail about. */
const MAILS: Partial<Record<Transition, MailTemplate>> = {
  place: 'order_placed',
  pay: 'order_paid',
  deliver: 'order_delivered',
  approve_refund: 'refund_decided',
  reject_refund: 'refund_decided',
};

const EVENT = `
  INSERT INTO order_events (order_id, transition, status_before, status_after, actor, actor_id)
  VALUES ($1, $2, $3, $4, $5, $6)`;
const EVENT_AND_MAIL = `
  WITH event AS (${EVENT} RETURNING id)
  INSERT INTO mails (template, user_id, order_event_id) SELECT $7, $8::integer, id FROM event`;

/**
 * Writes down what happened to an order, for good, and in the same statement the mail that tells its buyer.
 * @param tx the transaction in which it happened
 * @param before null for an order that is being placed
 */
export async function logOrder(
  tx: EntityManager,
  { id, userId }: { id: number; userId: number },
  transition: Transition,
  { before, after, actor }: { before: OrderStatus | null; after: OrderStatus; actor: Actor },
): Promise<void> {
  const event = [id, transition, before, after, actor.is, 'id' in actor ? actor.id : null];
  const mail = MAILS[transition];
  if (mail) await tx.query(EVENT_AND_MAIL, [...event, mail, userId]);
  else await tx.query(EVENT, event);
}
