import { Logger } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import { lockOrder } from '../../orders/order/order.locks.js';
import { queueMail } from '../../mail/outbox.js';
import { countPayments, countRefusedPayment } from '../../orders/order/order-metrics.js';
import type { OrderActor } from '../../orders/transitions/order-log.js';
import { walletOf } from '../../ledger/ledger.js';
import { creditWallet } from '../../ledger/pay-in.js';
import { WalletTransaction } from '../../ledger/wallet-transaction.entity.js';
import type { ProviderIntent } from '../provider/card-provider.js';
import { reportClosedWallet } from './closed-wallet.js';
import { receivePayment } from '../receiving/receive-payment.js';
import { PaymentIntent } from './payment-intent.entity.js';

/** The description of a deposit on the statement, pending or completed. */
export const DEPOSIT_DESCRIPTION = 'Nạp tiền vào ví bằng thẻ';

/** For the log, when the wallet belongs to a closed account. */
const REFUND_BY_HAND = { what: 'Intent', todo: 'refund it at the card provider' };

const logger = new Logger('Card payments');

/**
 * Books a succeeded charge: it pays its order if that is unpaid, otherwise it goes to the buyer's wallet. The page, the webhook,
 * the payment reconciler and retries all end here, in any order and concurrently. The first to mark the intent as settled
 * books it; the others do nothing. A closed intent is booked too, because its money has arrived.
 *
 * @param intent the shop's record
 * @param charge the intent as the provider returned it just now, or in a signed event
 * @param actor the buyer or the provider, whoever reported the charge
 * @throws ShopError 400 when the charge has not succeeded or does not match the shop's record
 */
export async function settle(
  tx: EntityManager,
  intent: PaymentIntent,
  charge: ProviderIntent,
  actor: OrderActor,
): Promise<void> {
  if (charge.status !== 'succeeded') throw new ShopError(400, 'Giao dịch chưa hoàn tất.');
  refuse(intent, mismatches(intent, charge));
  if (intent.orderId) await settleOrder(tx, intent, intent.orderId, actor);
  else await settleDeposit(tx, intent);
}

/**
 * Marks an intent as closed: the shop no longer waits for it, and `settle` still books money that arrives. Cancels its pending deposit
 * on the statement.
 * @returns false when it is already settled or closed
 */
export async function closeIntent(tx: EntityManager, { id }: PaymentIntent): Promise<boolean> {
  const open = { id, settledAt: IsNull(), closedAt: IsNull() };
  const { affected } = await tx.update(PaymentIntent, open, { closedAt: new Date() });
  if (affected) await tx.update(WalletTransaction, { paymentIntentId: id, status: 'PENDING' }, { status: 'CANCELLED' });
  return affected === 1;
}

/** Lists the differences between the provider's intent and the shop's record. */
function mismatches(intent: PaymentIntent, charge: ProviderIntent): string[] {
  const pairs: [field: string, actual: unknown, expected: unknown][] = [
    ['id', charge.id, intent.id],
    ['amount', charge.amount, intent.amount],
    ['amount received', charge.amountReceived, intent.amount],
    ['currency', charge.currency, 'vnd'],
    ['user', charge.metadata.user_id, String(intent.userId)],
    ['purpose', charge.metadata.purpose, intent.purpose],
    ['order', charge.metadata.order_id, intent.orderId === null ? undefined : String(intent.orderId)],
  ];
  return pairs
    .filter(([, actual, expected]) => actual !== expected)
    .map(([field, actual]) => `${field} ${String(actual)}`);
}

/** Refuses a charge that does not match the shop's record. Its money stays at the provider until a person has checked it. */
function refuse(intent: PaymentIntent, differences: string[]): void {
  if (differences.length === 0) return;
  countRefusedPayment('Stripe');
  const { id, purpose, userId, orderId, amount } = intent;
  const expected = { id, purpose, userId, orderId, amount };
  logger.error(
    { expected, differences },
    `Intent ${id} is not booked, because the charge does not match it: ${differences.join(', ')}`,
  );
  throw new ShopError(400, 'Giao dịch không khớp với đơn hàng hoặc lần nạp tiền này. Vui lòng liên hệ cửa hàng.');
}

async function settleOrder(
  tx: EntityManager,
  intent: PaymentIntent,
  orderId: number,
  actor: OrderActor,
): Promise<void> {
  const order = await lockOrder(tx, { id: orderId });
  refuse(intent, order.totalPrice === intent.amount ? [] : [`the order's total ${order.totalPrice}`]);
  if (!(await markSettled(tx, intent))) return;
  const payment = { method: 'Stripe', amount: intent.amount, intentId: intent.id, actor } as const;
  if ((await receivePayment(tx, order, payment)) === 'credited')
    await reportClosedWallet(tx, intent, intent.amount, REFUND_BY_HAND);
}

async function settleDeposit(tx: EntityManager, intent: PaymentIntent): Promise<void> {
  if (!(await markSettled(tx, intent))) return;
  await creditWallet(tx, {
    kind: 'DEPOSIT',
    from: 'card_clearing',
    to: await walletOf(tx, intent.userId),
    amount: intent.amount,
    intentId: intent.id,
    description: DEPOSIT_DESCRIPTION,
  });
  countPayments(tx, 'Stripe', 'deposit');
  await queueMail(tx, { template: 'deposit', userId: intent.userId, paymentIntentId: intent.id });
  await reportClosedWallet(tx, intent, intent.amount, REFUND_BY_HAND);
}

/** Marks the intent as settled; false when it already is. A concurrent caller blocks here until the first one has ended. */
async function markSettled(tx: EntityManager, { id }: PaymentIntent): Promise<boolean> {
  const booked = { settledAt: new Date(), closedAt: null };
  return (await tx.update(PaymentIntent, { id, settledAt: IsNull() }, booked)).affected === 1;
}
