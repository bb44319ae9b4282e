import type { EntityManager } from 'typeorm';
import { onceEach, type Attempt } from '../common/once.js';
import { ShopError } from '../common/shop-error.js';
import { BUSY, orRefusal, type Outcome } from '../common/together.js';
import type { Detail } from '../contract/common.js';
import { TEXTS } from '../contract/rules.js';
import { lockOrders, lockWallets } from '../db/locks.js';
import type { Account } from '../ledger/account.entity.js';
import { postAll, type Movement } from '../ledger/ledger.js';
import { lockSold } from '../orders/count-sold.js';
import { markPaid } from '../orders/mark-paid.js';
import type { Order } from '../orders/order.entity.js';

/** Somebody wants to pay an order of theirs from their wallet. */
export interface WalletPayment {
  userId: number;
  orderId: number;
  attempt: Attempt;
}

/**
 * Pays orders from their buyers' wallets, all in the same few statements.
 * @param tx undoes all of it when it throws
 * @returns what became of each. What somebody else holds is BUSY, but one payment alone waits for it
 */
export function payFromWallets(tx: EntityManager, payments: WalletPayment[]): Promise<Outcome<Detail>[]> {
  const attempts = payments.map(({ attempt }) => attempt);
  return onceEach(tx, attempts, (open) =>
    payEach(
      tx,
      open.flatMap((nth) => payments[nth] ?? []),
      payments.length === 1,
    ),
  );
}

async function payEach(tx: EntityManager, payments: WalletPayment[], isAlone: boolean): Promise<Outcome<Detail>[]> {
  const outcomes = payments.map((): Outcome<Detail> => BUSY);
  const passes = (nth: number, check: () => void) => {
    const refusal = orRefusal(check);
    if (refusal instanceof ShopError) outcomes[nth] = refusal;
    return refusal === undefined;
  };
  const orders = await lockOrders(tx, payments, isAlone);
  if (isAlone && orders.length === 0) throw ShopError.notFound('Không tìm thấy đơn hàng.');
  // Of several payments for one order the first is taken.
  const asked = orders.map((order) => ({ order, nth: payments.findIndex((one) => isFor(one, order)) }));
  const unpaid = asked.filter(({ nth, order }) => passes(nth, () => order.mustBeUnpaid()));
  if (unpaid.length === 0) return outcomes;

  await lockSold(
    tx,
    unpaid.map(({ order }) => order.id),
  );
  const buyers = unpaid.map(({ order }) => order.userId);
  const wallets = new Map((await lockWallets(tx, buyers, isAlone)).map((wallet) => [wallet.userId, wallet]));
  const due = unpaid.flatMap(({ nth, order }) => {
    const wallet = wallets.get(order.userId);
    return wallet && passes(nth, () => wallet.mustBeActive()) ? [{ nth, order, wallet }] : [];
  });
  const isMoved = await postAll(tx, due.map(movementOf));
  const paid = due.filter((_, i) => isMoved[i]);
  await markPaid(
    tx,
    paid.map(({ order }) => ({ order, actor: { is: 'buyer', id: order.userId } })),
    'Paybox',
  );
  for (const { nth } of paid) outcomes[nth] = { detail: TEXTS.paid };
  if (isAlone && outcomes[0] === BUSY) throw new ShopError(400, TEXTS.insufficientBalance);
  return outcomes;
}

/** Somebody else who asks for the same order is not its buyer. */
const isFor = ({ orderId, userId }: WalletPayment, order: Order) => orderId === order.id && userId === order.userId;

const movementOf = ({ order, wallet }: { order: Order; wallet: Account }): Movement => ({
  kind: 'PAYMENT',
  from: wallet,
  to: 'sales',
  amount: order.totalPrice,
  orderId: order.id,
  description: `Thanh toán đơn hàng #${order.id}`,
});
