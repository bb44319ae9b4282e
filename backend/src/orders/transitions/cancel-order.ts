import type { EntityManager } from 'typeorm';
import { returnStock } from '../../catalog/stock/stock.js';
import { deleteCouponUse } from '../../coupons/coupon-uses.js';
import { recordOrderEvent, type OrderActor } from './order-log.js';
import { OrderItem } from '../order/order-item.entity.js';
import { Order } from '../order/order.entity.js';

/**
 * Cancels an unpaid order and releases its coupon use and its goods.
 * @param order locked by `lockOrder`
 * @param reason an administrator's reason, for the buyer's mail
 * @throws ShopError 409 when `Order.cancel` refuses it
 */
export async function cancelOrder(
  tx: EntityManager,
  order: Order,
  transition: 'cancel' | 'expire',
  actor: OrderActor,
  reason?: string,
): Promise<void> {
  const before = order.status;
  order.cancel(new Date());
  await tx.update(Order, order.id, { cancelledAt: order.cancelledAt });
  await recordOrderEvent(tx, order, transition, { before, after: order.status, actor, reason });
  await deleteCouponUse(tx, order.id);
  await returnStock(tx, order.id, await tx.findBy(OrderItem, { orderId: order.id }));
}
