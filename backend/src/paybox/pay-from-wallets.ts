import type { EntityManager } from 'typeorm';
import { withIdempotencyKeys, type KeyedRequest } from '../platform/batching/idempotency.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { useGenericPlans } from '../platform/database/transaction.js';
import { RETRY_ALONE, orRefusal, type BatchOutcome } from '../platform/batching/request-batcher.js';
import type { Detail } from '../contract/common.js';
import { TEXTS } from '../contract/rules.js';
import { lockOrders, lockSold } from '../orders/order/order.locks.js';
import { lockWallets } from '../ledger/wallet.locks.js';
import type { Account } from '../ledger/account.entity.js';
import { postAll, type NewLedgerTransfer } from '../ledger/ledger.js';
import { PAYMENT_MEANS } from '../orders/order/payment-means.js';
import { markPaid } from '../orders/transitions/mark-paid.js';
import type { Order } from '../orders/order/order.entity.js';

/** A request to pay one's own order from the wallet. */
export interface WalletPayment {
  userId: number;
  orderId: number;
  attempt: KeyedRequest;
}

/**
 * Pays a batch of orders from their buyers' wallets, in the same few statements.
 * @param tx rolled back when this throws
 * @returns the outcome of each payment. A payment whose rows are locked elsewhere is RETRY_ALONE; a single payment waits for them
 */
export async function payFromWallets(tx: EntityManager, payments: WalletPayment[]): Promise<BatchOutcome<Detail>[]> {
  await useGenericPlans(tx);
  const attempts = payments.map(({ attempt }) => attempt);
  return withIdempotencyKeys(tx, attempts, (open) =>
    payEach(
      tx,
      open.flatMap((nth) => payments[nth] ?? []),
      payments.length === 1,
    ),
  );
}

async function payEach(
  tx: EntityManager,
  payments: WalletPayment[],
  isAlone: boolean,
): Promise<BatchOutcome<Detail>[]> {
  const outcomes = payments.map((): BatchOutcome<Detail> => RETRY_ALONE);
  const passes = (nth: number, check: () => void) => {
    const refusal = orRefusal(check);
    if (refusal instanceof ShopError) outcomes[nth] = refusal;
    return refusal === undefined;
  };
  const orders = await lockOrders(tx, payments, isAlone);
  if (isAlone && orders.length === 0) throw ShopError.notFound('Không tìm thấy đơn hàng.');
  // Of several payments for one order, the first one counts.
  const matched = orders.map((order) => ({ order, nth: payments.findIndex((payment) => isFor(payment, order)) }));
  const payable = matched.filter(({ nth, order }) => passes(nth, () => order.mustBePayable()));
  if (payable.length === 0) return outcomes;

  await lockSold(
    tx,
    payable.map(({ order }) => order.id),
  );
  const buyers = payable.map(({ order }) => order.userId);
  const wallets = new Map((await lockWallets(tx, buyers, isAlone)).map((wallet) => [wallet.userId, wallet]));
  const due = payable.flatMap(({ nth, order }) => {
    const wallet = wallets.get(order.userId);
    return wallet && passes(nth, () => wallet.mustBeActive()) ? [{ nth, order, wallet }] : [];
  });
  const isBooked = await postAll(tx, due.map(transferOf));
  const paid = due.filter((_, i) => isBooked[i]);
  await markPaid(
    tx,
    paid.map(({ order }) => ({ order, actor: { is: 'buyer', id: order.userId } })),
    'Paybox',
  );
  for (const { nth } of paid) outcomes[nth] = { detail: TEXTS.paid };
  if (isAlone && outcomes[0] === RETRY_ALONE) throw new ShopError(400, TEXTS.insufficientBalance);
  return outcomes;
}

/** Only the order's buyer can pay it. */
const isFor = ({ orderId, userId }: WalletPayment, order: Order) => orderId === order.id && userId === order.userId;

const transferOf = ({ order, wallet }: { order: Order; wallet: Account }): NewLedgerTransfer => ({
  kind: PAYMENT_MEANS.Paybox.payment,
  from: wallet,
  to: 'sales',
  amount: order.totalPrice,
  orderId: order.id,
  description: `Thanh toán đơn hàng #${order.id}`,
});
