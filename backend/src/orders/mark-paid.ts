import type { EntityManager } from 'typeorm';
import { post } from '../ledger/ledger.js';
import { countSold } from './count-sold.js';
import { logOrder, type Actor } from './order-log.js';
import { Order } from './order.entity.js';

/**
 * Makes an order paid, books what its coupon paid of it, and counts what it sold. The caller moves the buyer's money in the
 * same transaction, afterwards: products are locked before wallets.
 * @param order locked by `lockOrder`
 * @param actor who paid, or told of the payment
 * @throws ShopError 409 when it is paid or cancelled already
 */
export async function markPaid(tx: EntityManager, order: Order, actor: Actor): Promise<void> {
  const before = order.status;
  order.pay(new Date());
  await tx.update(Order, order.id, { paidAt: order.paidAt });
  await logOrder(tx, order, 'pay', { before, after: order.status, actor });
  if (order.discount > 0) {
    await post(tx, {
      kind: 'DISCOUNT',
      from: 'discounts',
      to: 'sales',
      amount: order.discount,
      orderId: order.id,
      description: `Mã giảm giá ${order.couponCode ?? ''} của đơn hàng #${order.id}`,
    });
  }
  await countSold(tx, order.id, 1);
}
