import { In, type EntityManager } from 'typeorm';
import type { PaymentMethod } from '../contract/rules.js';
import { postAll } from '../ledger/ledger.js';
import { countSold } from './count-sold.js';
import { logOrders, type Actor } from './order-log.js';
import { Order } from './order.entity.js';

/**
 * Makes orders paid, books what their coupons paid of them, and counts what they sold. The caller moves the buyers' money
 * in the same transaction; products are locked before wallets, so whoever moves it first has called `lockSold`.
 * @param paid orders locked by `lockOrder`, each with who paid it, or told of the payment
 * @param paidWith what moved the money; null for totals of 0, which keep the method that was chosen
 * @throws ShopError 409 when one is paid or cancelled already
 */
export async function markPaid(
  tx: EntityManager,
  paid: { order: Order; actor: Actor }[],
  paidWith: PaymentMethod | null,
): Promise<void> {
  if (paid.length === 0) return;
  const now = new Date();
  const events = paid.map(({ order, actor }) => {
    const before = order.status;
    order.pay(now, paidWith);
    return { order, before, after: order.status, actor };
  });
  const ids = paid.map(({ order }) => order.id);
  await tx.update(Order, { id: In(ids) }, { paidAt: now, ...(paidWith && { paymentMethod: paidWith }) });
  await logOrders(tx, 'pay', events);
  const discounts = paid.flatMap(({ order }) => (order.discount > 0 ? [discountOf(order)] : []));
  await postAll(tx, discounts);
  await countSold(tx, ids, 1);
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
