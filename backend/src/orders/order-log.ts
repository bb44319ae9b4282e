import type { EntityManager } from 'typeorm';
import type { OrderStatus } from '../contract/orders.js';

/** What can happen to an order. */
export type Transition =
  | 'place'
  | 'pay'
  | 'cancel'
  | 'expire'
  | 'deliver'
  | 'request_refund'
  | 'approve_refund'
  | 'reject_refund'
  | 'delete_refund'
  /** A card payment that came too late went to the buyer's wallet. */
  | 'return_late_payment';

/** Who made it happen: a person, the card provider that told of a payment, or the shop by itself. */
export type Actor = { is: 'buyer' | 'admin'; id: number } | { is: 'provider' | 'shop' };

/** What the buyer gets a mail about. */
const MAILS: Partial<Record<Transition, string>> = {
  place: 'order_placed',
  pay: 'order_paid',
  deliver: 'order_delivered',
  approve_refund: 'refund_decided',
  reject_refund: 'refund_decided',
};

/**
 * Writes down what happened to an order, for good, and in the same statement the mail that tells its buyer.
 * @param tx the transaction in which it happened
 * @param before null for an order that is being placed
 */
export async function logOrder(
  tx: EntityManager,
  orderId: number,
  transition: Transition,
  { before, after, actor }: { before: OrderStatus | null; after: OrderStatus; actor: Actor },
): Promise<void> {
  await tx.query(
    `WITH event AS (
       INSERT INTO order_events (order_id, transition, status_before, status_after, actor, actor_id)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id
     )
     INSERT INTO mails (template, user_id, order_event_id)
     SELECT $7, orders.user_id, event.id FROM event, orders WHERE orders.id = $1 AND $7::text IS NOT NULL`,
    [orderId, transition, before, after, actor.is, 'id' in actor ? actor.id : null, MAILS[transition] ?? null],
  );
}
