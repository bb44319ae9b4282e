import type { EntityManager } from 'typeorm';
import { returnStock } from '../catalog/stock.js';
import type { Vnd } from '../contract/rules.js';
import { countSold, lockSold } from './count-sold.js';
import { OrderItem } from './order-item.entity.js';
import { Order } from './order.entity.js';

/** What is left of an order's total after what went back to its buyer, to the wallet or to the card. */
export async function leftToRefund(tx: EntityManager, order: Order): Promise<Vnd> {
  const [refunded] = await refundedOfEach(tx, [order]);
  return refunded!.left;
}

/** Locks what an order's goods say, for whoever locks wallets before `refundOrder`. */
export async function lockGoods(tx: EntityManager, orderId: number): Promise<void> {
  await tx.query(
    `SELECT FROM products WHERE id IN (SELECT product_id FROM order_items WHERE order_id = $1) ORDER BY id FOR NO KEY UPDATE`,
    [orderId],
  );
  await lockSold(tx, [orderId]);
}

/** Says of each order what was given back of it, as its view needs it. */
export async function addRefunded(db: Pick<EntityManager, 'query'>, orders: Order[]): Promise<void> {
  const refunded = await refundedOfEach(db, orders);
  orders.forEach((order, nth) => (order.refunded = refunded[nth]));
}

/**
 * How much of each order's total its card got and kept, how much its buyer's wallet got, and how much is left. What a card was
 * given and came back went to the wallet, unless the shop regained it.
 */
async function refundedOfEach(
  db: Pick<EntityManager, 'query'>,
  orders: Order[],
): Promise<NonNullable<Order['refunded']>[]> {
  const rows: { order_id: number; given: string; to_card: string; regained: string }[] = await db.query(
    `SELECT t.order_id, coalesce(sum(t.amount) FILTER (WHERE t.kind <> 'CARD_REGAINED'), 0) AS given,
       coalesce(sum(t.amount) FILTER (WHERE t.kind = 'CARD_REFUND' AND r.stage <> 'returned'), 0) AS to_card,
       coalesce(sum(t.amount) FILTER (WHERE t.kind = 'CARD_REGAINED'), 0) AS regained
     FROM transfers t LEFT JOIN card_returns r ON r.id = t.card_return_id
     WHERE t.order_id = ANY ($1) AND t.kind IN ('REFUND', 'CARD_REFUND', 'CARD_REGAINED') GROUP BY t.order_id`,
    [orders.map(({ id }) => id)],
  );
  const sums = new Map(rows.map((row) => [row.order_id, row]));
  return orders.map(({ id, isPaid, totalPrice }) => {
    const { given = 0, to_card = 0, regained = 0 } = sums.get(id) ?? {};
    const toCard = Number(to_card);
    return {
      toCard,
      toWallet: Number(given) - toCard - Number(regained),
      left: isPaid ? totalPrice - Number(given) : 0,
    };
  });
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
