import type { EntityManager } from 'typeorm';
import type { Vnd } from '../contract/rules.js';
import { creditWallet } from '../ledger/pay-in.js';
import { walletOf } from '../ledger/ledger.js';
import type { Order } from '../orders/order/order.entity.js';
import { mustHaveNoOpenChargeback } from '../orders/order/disputes.js';
import { leftToRefund, refundOrder } from '../orders/transitions/refund-order.js';

/**
 * Refunds an order: what is left of its total, after refunds to the card, is credited to the buyer's wallet and pays their debt first.
 * Undelivered goods go back to stock. The caller records the order event in the same transaction.
 * @param order locked by `lockOrder`
 * @returns the credited amount
 * @throws ShopError 409 for an unpaid, cancelled or refunded order, and while a chargeback of the order is open
 */
export async function refundToWallet(tx: EntityManager, order: Order): Promise<Vnd> {
  await mustHaveNoOpenChargeback(tx, order);
  const amount = await leftToRefund(tx, order);
  await refundOrder(tx, order);
  if (amount > 0) {
    await creditWallet(tx, {
      kind: 'REFUND',
      from: 'refunds',
      to: await walletOf(tx, order.userId),
      amount,
      orderId: order.id,
      description: `Hoàn tiền đơn hàng #${order.id}`,
    });
  }
  return amount;
}
