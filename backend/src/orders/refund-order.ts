import type { EntityManager } from 'typeorm';
import { returnStock } from '../catalog/stock.js';
import type { Vnd } from '../contract/rules.js';
import { countSold, lockSold } from './count-sold.js';
import { OrderItem } from './order-item.entity.js';
import { Order } from './order.entity.js';

/** What is left of an order's total after what went back to its buyer, to the wallet or to the card. */
export async function leftToRefund(tx: EntityManager, { id, totalPrice }: Order): Promise<Vnd> {
  const [given]: { sum: string }[] = await tx.query(
    `SELECT coalesce(sum(amount), 0) AS sum FROM transfers WHERE order_id = $1 AND kind IN ('REFUND', 'CARD_REFUND')`,
    [id],
  );
  return totalPrice - Number(given?.sum ?? 0);
}

/** Locks what an order's goods say, for whoever locks wallets before `refundOrder`. */
export async function lockGoods(tx: EntityManager, orderId: number): Promise<void> {
  await tx.query(
    `SELECT FROM products WHERE id IN (SELECT product_id FROM order_items WHERE order_id = $1) ORDER BY id FOR NO KEY UPDATE`,
    [orderId],
  );
  await lockSold(tx, [orderId]);
}

/** Says of each order how much of its total went back to its card. */
export async function addCardRefunds(db: Pick<EntityManager, 'query'>, orders: Order[]): Promise<void> {
  const rows: { order_id: number; sum: string }[] = await db.query(
    `SELECT order_id, sum(amount) AS sum FROM transfers WHERE order_id = ANY ($1) AND kind = 'CARD_REFUND' GROUP BY order_id`,
    [orders.map(({ id }) => id)],
  );
  const sums = new Map(rows.map(({ order_id, sum }) => [order_id, Number(sum)]));
  for (const order of orders) order.refundedToCard = sums.get(order.id) ?? 0;
}

/**
 * Marks an order as refunded: it sold nothing, and its goods go back to stock unless they were delivered. The caller gives
 * back what is left of its total in the same transaction, and writes into its log.
 * @param order locked by `lockOrder`
 * @throws ShopError 409 unless the shop holds the money of the order
 */
export async function refundOrder(tx: EntityManager, order: Order): Promise<void> {
  order.refund(new Date());
  await tx.update(Order, order.id, { refundedAt: order.refundedAt });
  if (!order.deliveredAt) await returnStock(tx, order.id, await tx.findBy(OrderItem, { orderId: order.id }));
  await countSold(tx, [order.id], -1);
}
