import { Logger } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { IsNull, type EntityManager } from 'typeorm';
import { ShopError } from '../common/shop-error.js';
import { formatVnd } from '../contract/rules.js';
import { lockOrder } from '../db/locks.js';
import { queueMail } from '../mail/outbox.js';
import { markPaid } from '../orders/mark-paid.js';
import { logOrder, type Actor } from '../orders/order-log.js';
import { Order } from '../orders/order.entity.js';
import { RefundRequest } from '../orders/refund-request.entity.js';
import { post, walletOf } from '../ledger/ledger.js';
import { payIn } from '../ledger/pay-in.js';
import { WalletTransaction } from '../ledger/wallet-transaction.entity.js';
import { PaymentIntent } from './payment-intent.entity.js';

/** What a deposit is called on the statement, before and after its money came. */
export const DEPOSIT_DESCRIPTION = 'Nạp tiền vào ví bằng thẻ';

const logger = new Logger('Card payments');

/**
 * Books what the card provider says was charged: for an order that waits for it, else into the buyer's wallet. The page,
 * the webhook, the completer and a repeated call all end here, in any order and at the same time; whoever marks the intent
 * as settled first books it, the others find it done. An intent that was closed is booked too: money that came is money.
 *
 * @param tx books all of it, or nothing
 * @param asked the shop's record of the intent
 * @param told the intent as the provider gave it just now, or in a signed event
 * @param actor who told of it
 * @throws ShopError 400 when the charge has not succeeded or is not what was asked for
 */
export async function settle(
  tx: EntityManager,
  asked: PaymentIntent,
  told: Stripe.PaymentIntent,
  actor: Actor,
): Promise<void> {
  if (told.status !== 'succeeded') throw new ShopError(400, 'Giao dịch chưa hoàn tất.');
  refuse(asked, mismatches(asked, told));
  if (asked.orderId) await settleOrder(tx, asked, asked.orderId, actor);
  else await settleDeposit(tx, asked);
}

/** Writes down that an intent's money can no longer come; a deposit that waited for it is cancelled on the statement. */
export async function close(tx: EntityManager, { id }: PaymentIntent): Promise<void> {
  const open = { id, settledAt: IsNull(), closedAt: IsNull() };
  const { affected } = await tx.update(PaymentIntent, open, { closedAt: new Date() });
  if (affected) await tx.update(WalletTransaction, { paymentIntentId: id, status: 'PENDING' }, { status: 'CANCELLED' });
}

/** Where what the provider tells differs from what the shop asked for, a clause for each. */
function mismatches(asked: PaymentIntent, told: Stripe.PaymentIntent): string[] {
  const pairs: [what: string, given: unknown, wanted: unknown][] = [
    ['id', told.id, asked.id],
    ['amount', told.amount, asked.amount],
    ['amount received', told.amount_received, asked.amount],
    ['currency', told.currency, 'vnd'],
    ['user', told.metadata?.user_id, String(asked.userId)],
    ['purpose', told.metadata?.purpose, asked.purpose],
    ['order', told.metadata?.order_id, asked.orderId === null ? undefined : String(asked.orderId)],
  ];
  return pairs.filter(([, given, wanted]) => given !== wanted).map(([what, given]) => `${what} ${String(given)}`);
}

/** Nobody is given money that the shop did not ask for; it waits at the provider for a person to look at it. */
function refuse(asked: PaymentIntent, wrong: string[]): void {
  if (wrong.length === 0) return;
  const { id, purpose, userId, orderId, amount } = asked;
  const wanted = { id, purpose, userId, orderId, amount };
  logger.error(
    { wanted, wrong },
    `Intent ${id} is not booked, because it is not what was asked for: ${wrong.join(', ')}`,
  );
  throw new ShopError(400, 'Giao dịch không khớp với yêu cầu của cửa hàng.');
}

async function settleOrder(tx: EntityManager, intent: PaymentIntent, orderId: number, actor: Actor): Promise<void> {
  const order = await lockOrder(tx, { id: orderId });
  refuse(intent, order.totalPrice === intent.amount ? [] : [`the order's total ${order.totalPrice}`]);
  if (!(await isFirst(tx, intent))) return;
  const money = { from: 'card_clearing', amount: intent.amount, orderId, intentId: intent.id } as const;
  if (!order.isPaid && !order.isCancelled) {
    await markPaid(tx, [{ order, actor }], 'Stripe');
    await post(tx, {
      ...money,
      kind: 'CARD_PAYMENT',
      to: 'sales',
      description: `Thanh toán đơn hàng #${orderId} bằng thẻ`,
    });
    return;
  }
  const wallet = await walletOf(tx, order.userId);
  const description = `Hoàn tiền thẻ của đơn hàng #${orderId}`;
  await payIn(tx, { ...money, kind: 'LATE_PAYMENT', to: wallet, description });
  await tx.update(Order, orderId, { notice: lateNotice(order, intent) });
  // The status may depend on it, and what locks an order brings no relations.
  order.refundRequest = await tx.findOneBy(RefundRequest, { orderId });
  await logOrder(tx, order, 'return_late_payment', { before: order.status, after: order.status, actor });
}

async function settleDeposit(tx: EntityManager, intent: PaymentIntent): Promise<void> {
  if (!(await isFirst(tx, intent))) return;
  await payIn(tx, {
    kind: 'DEPOSIT',
    from: 'card_clearing',
    to: await walletOf(tx, intent.userId),
    amount: intent.amount,
    intentId: intent.id,
    description: DEPOSIT_DESCRIPTION,
  });
  await queueMail(tx, { template: 'deposit', userId: intent.userId, paymentIntentId: intent.id });
}

/** Marks the intent as settled; false when somebody else has. A second caller waits here for the first one's end. */
async function isFirst(tx: EntityManager, { id }: PaymentIntent): Promise<boolean> {
  const booked = { settledAt: new Date(), closedAt: null };
  return (await tx.update(PaymentIntent, { id, settledAt: IsNull() }, booked)).affected === 1;
}

/** What is said of a charge whose order was paid or cancelled before it came. */
export function lateNotice(order: Order, { amount }: PaymentIntent): string {
  const state = order.isCancelled ? 'đã bị hủy' : 'đã được thanh toán trước đó';
  return `Đơn hàng ${state}, nên khoản thanh toán thẻ ${formatVnd(amount)} đã được chuyển vào ví Paybox của bạn.`;
}
