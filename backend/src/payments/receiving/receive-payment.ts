import type { EntityManager } from 'typeorm';
import type { PaymentMethod, Vnd } from '../../contract/rules.js';
import type { ShopAccount } from '../../ledger/account.entity.js';
import { post, walletOf } from '../../ledger/ledger.js';
import { creditWallet } from '../../ledger/pay-in.js';
import { creditNotice } from '../../orders/order/credit-notice.js';
import { Order } from '../../orders/order/order.entity.js';
import { countPayments } from '../../orders/order/order-metrics.js';
import { PAYMENT_MEANS } from '../../orders/order/payment-means.js';
import { RefundRequest } from '../../orders/order/refund-request.entity.js';
import { markPaid } from '../../orders/transitions/mark-paid.js';
import { recordOrderEvent, type OrderActor } from '../../orders/transitions/order-log.js';

/** Money that has arrived for an order from outside the shop. */
export interface ArrivedPayment {
  method: Exclude<PaymentMethod, 'Paybox'>;
  amount: Vnd;
  /** The account that it is booked from, when that is not the method's. */
  from?: ShopAccount;
  intentId?: string;
  bankTransferId?: number;
  actor: OrderActor;
}

/**
 * Books money that has arrived for an order: it pays the order if that is unpaid and costs as much. Otherwise the money goes to the
 * buyer's wallet, and the order's notice says so. The caller guards that the same money is booked once.
 * @param order locked by `lockOrder`
 * @throws ShopError 409 for a method whose money is refused when its order cannot take it
 */
export async function receivePayment(
  tx: EntityManager,
  order: Order,
  payment: ArrivedPayment,
): Promise<'paid' | 'credited'> {
  const { method, amount, intentId, bankTransferId, actor } = payment;
  const { account, payment: kind, credit, inText } = PAYMENT_MEANS[method];
  const from = payment.from ?? account;
  if (!from) throw new Error(`Money of ${method} does not come from outside the shop`);
  const money = { from, amount, orderId: order.id, intentId, bankTransferId };
  if (!credit) mustPay(order, amount);
  if (!credit || order.canBePaidWith(amount)) {
    await markPaid(tx, [{ order, actor }], method);
    const description = `Thanh toán đơn hàng #${order.id} bằng ${inText}`;
    await post(tx, { ...money, kind, to: 'sales', description });
    return 'paid';
  }
  const wallet = await walletOf(tx, order.userId);
  const description = `Hoàn vào ví khoản thanh toán bằng ${inText}, đơn hàng #${order.id}`;
  await creditWallet(tx, { ...money, kind: credit, to: wallet, description });
  await tx.update(Order, order.id, { notice: creditNotice(order, { kind: credit, amount }) });
  // `order.status` depends on it, and `lockOrder` loads no relations.
  order.refundRequest = await tx.findOneBy(RefundRequest, { orderId: order.id });
  const transition = order.isPaid || order.isCancelled ? 'return_late_payment' : 'return_wrong_payment';
  await recordOrderEvent(tx, order, transition, { before: order.status, after: order.status, actor });
  countPayments(tx, method, 'credited');
  return 'credited';
}

function mustPay(order: Order, amount: Vnd): void {
  order.mustBeUnpaid();
  if (amount !== order.totalPrice) throw new Error(`Order ${order.id} does not cost ${amount}`);
}
