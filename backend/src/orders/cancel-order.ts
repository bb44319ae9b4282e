import type { EntityManager } from 'typeorm';
import { returnStock } from '../catalog/stock.js';
import { returnCoupon } from '../coupons/coupon-uses.js';
import { logOrder, type Actor } from './order-log.js';
import { OrderItem } from './order-item.entity.js';
import { Order } from './order.entity.js';

/**
 * Cancels an unpaid order and gives back what it held: its coupon's place and its goods.
 * @param order locked by `lockOrder`
 * @param reason why an administrator does it, for the buyer's mail
 * @throws ShopError 409 for a paid or cancelled order
 */
export async function cancelOrder(
  tx: EntityManager,
  order: Order,
  transition: 'cancel' | 'expire',
  actor: Actor,
  reason?: string,
): Promise<void> {
  const before = order.status;
  order.cancel(new Date());
  await tx.update(Order, order.id, { cancelledAt: order.cancelledAt });
  await logOrder(tx, order, transition, { before, after: order.status, actor, reason });
  await returnCoupon(tx, order.id);
  await returnStock(tx, order.id, await tx.findBy(OrderItem, { orderId: order.id }));
}
