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

/**
 * Writes down what happened to an order, for good.
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
    `INSERT INTO order_events (order_id, transition, status_before, status_after, actor, actor_id)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [orderId, transition, before, after, actor.is, 'id' in actor ? actor.id : null],
  );
}
