import type { EntityManager } from 'typeorm';
import { returnStock } from '../../catalog/stock/stock.js';
import type { Vnd } from '../../contract/rules.js';
import { countSold } from './count-sold.sql.js';
import { readRefundSums } from './refunded.sql.js';
import { OrderItem } from '../order/order-item.entity.js';
import { Order } from '../order/order.entity.js';

/** Returns the part of an order's total that has not been refunded yet, to the wallet or to the card. */
export async function leftToRefund(tx: EntityManager, order: Order): Promise<Vnd> {
  const [refunded] = await refundedAmounts(tx, [order]);
  return refunded!.left;
}

/**
 * Returns the part of an order's total that the shop holds. After the refund of the order that is what the shop regained since, by a
 * successful appeal against a dispute.
 */
export async function heldOfTotal(tx: EntityManager, { id, isPaid, totalPrice }: Order): Promise<Vnd> {
  const [refunded] = await readRefunded(tx, [id]);
  return isPaid ? totalPrice - refunded!.toCard - refunded!.toWallet : 0;
}

/** Adds the refunded amounts to orders, for their view. */
export async function addRefunded(db: Pick<EntityManager, 'query'>, orders: Order[]): Promise<void> {
  const refunded = await refundedAmounts(db, orders);
  orders.forEach((order, nth) => (order.refunded = refunded[nth]));
}

/** Adds how much is left of each order's total, and reads the rest by `readRefunded`. */
async function refundedAmounts(
  db: Pick<EntityManager, 'query'>,
  orders: Order[],
): Promise<NonNullable<Order['refunded']>[]> {
  const refunded = await readRefunded(
    db,
    orders.map(({ id }) => id),
  );
  return orders.map(({ isPaid, refundedAt, totalPrice }, nth) => {
    const { toCard, toWallet } = refunded[nth]!;
    return { toCard, toWallet, left: isPaid && !refundedAt ? totalPrice - toCard - toWallet : 0 };
  });
}

/**
 * Reads from the ledger, for each order, how much the card got and kept, and how much the buyer's wallet got. A reversed card refund
 * went to the wallet, unless the shop regained it: then the order still owes it to its buyer.
 */
export async function readRefunded(
  db: Pick<EntityManager, 'query'>,
  orderIds: number[],
): Promise<{ toCard: Vnd; toWallet: Vnd }[]> {
  const sums = await readRefundSums(db, orderIds);
  return orderIds.map((id) => {
    const { refunded = 0, to_card = 0, regained = 0 } = sums.get(id) ?? {};
    const toCard = Number(to_card);
    return { toCard, toWallet: Number(refunded) - Number(regained) - toCard };
  });
}

/**
 * Marks an order as refunded: subtracts it from the sales, and returns its goods to stock unless they were sent or delivered: those
 * on their way return when the parcel is taken back. The caller refunds the rest of its total and records the order event in the same
 * transaction.
 * @param order locked by `lockOrder`
 * @throws ShopError 409 for an unpaid, cancelled or refunded order
 */
export async function refundOrder(tx: EntityManager, order: Order): Promise<void> {
  order.refund(new Date());
  await tx.update(Order, order.id, { refundedAt: order.refundedAt });
  if (!order.areGoodsOut) await returnStock(tx, order.id, await tx.findBy(OrderItem, { orderId: order.id }));
  await countSold(tx, [order.id], -1);
}
