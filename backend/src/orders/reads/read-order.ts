import type { DataSource } from 'typeorm';
import type { Principal } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Order } from '../order/order.entity.js';
import { addDisputes } from '../order/disputes.js';
import { loadOrders } from './load-orders.js';
import { addStaffNotes } from './staff-notes.js';

/** Which orders somebody may see: a shopper their own, an administrator all. */
export const visibleTo = (me: Principal): { userId?: number } => (me.isAdmin ? {} : { userId: me.id });

/**
 * Returns an order as `loadOrders` loads it, for an administrator with what only they see.
 * @throws ShopError 404, also for another user's order
 */
export async function readOrder(db: DataSource, me: Principal, id: number): Promise<Order> {
  const [order] = await loadOrders(db, { ...visibleTo(me), id });
  if (!order) throw ShopError.notFound('Không tìm thấy đơn hàng.');
  await addDisputes(db, [order], me);
  await addStaffNotes(db.manager, [order], me);
  return order;
}
