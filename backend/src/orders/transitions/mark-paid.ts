import { In, type EntityManager } from 'typeorm';
import type { PaymentMethod } from '../../contract/rules.js';
import { postAll } from '../../ledger/ledger.js';
import { countSold } from './count-sold.sql.js';
import { recordOrderEvents, type OrderActor } from './order-log.js';
import { countPayments } from '../order/order-metrics.js';
import { Order } from '../order/order.entity.js';

/**
 * Marks orders as paid, books their discounts, and counts their pieces as sold. The caller moves the buyers' money in the same
 * transaction. Products are locked before wallets, so a caller that moves the money first calls `lockSold` before.
 * @param paid orders locked by `lockOrder`, each with the buyer who paid it or the provider that reported the payment
 * @param paidWith the method that moved the money; null for totals of 0, which keep the chosen method
 * @throws ShopError 409 when one is already paid or cancelled
 */
export async function markPaid(
  tx: EntityManager,
  paid: { order: Order; actor: OrderActor }[],
  paidWith: PaymentMethod | null,
): Promise<void> {
  if (paid.length === 0) return;
  const now = new Date();
  const events = paid.map(({ order, actor }) => {
    const before = order.status;
    order.pay(now, paidWith);
    // Of an order of 0 đồng the buyer has just been told that it is being prepared.
    return { order, before, after: order.status, actor, isMailed: paidWith !== null };
  });
  const ids = paid.map(({ order }) => order.id);
  await tx.update(Order, { id: In(ids) }, { paidAt: now, ...(paidWith && { paymentMethod: paidWith }) });
  await recordOrderEvents(tx, 'pay', events);
  countPayments(tx, paidWith ?? 'free', 'paid', paid.length);
  const discounts = paid.flatMap(({ order }) => (order.discount > 0 ? [discountOf(order)] : []));
  await countSold(tx, ids, 1);
  await postAll(tx, discounts);
}

const discountOf = (order: Order) =>
  ({
    kind: 'DISCOUNT',
    from: 'discounts',
    to: 'sales',
    amount: order.discount,
    orderId: order.id,
    description: `Mã giảm giá ${order.couponCode ?? ''} của đơn hàng #${order.id}`,
  }) as const;
