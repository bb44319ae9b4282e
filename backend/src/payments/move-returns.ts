import type { EntityManager } from 'typeorm';
import type { Transition } from '../contract/orders.js';
import type { Vnd } from '../contract/rules.js';
import { lockWallet } from '../db/locks.js';
import type { Account } from '../ledger/account.entity.js';
import { postAll, walletOf, type Movement } from '../ledger/ledger.js';
import { owedBy } from '../ledger/pay-in.js';
import { logOrder, type OrderEvent } from '../orders/order-log.js';
import { Order } from '../orders/order.entity.js';
import { leftToRefund, refundOrder } from '../orders/refund-order.js';
import { RefundRequest } from '../orders/refund-request.entity.js';
import type { CardReturn } from './card-return.js';
import type { PaymentIntent } from './payment-intent.entity.js';
import * as notices from './return-notices.js';

/** A charge whose money was booked. */
export interface Charge {
  intent: PaymentIntent;
  /** Locked, with its `refundRequest`; null for a deposit. */
  order: Order | null;
  /** Whether it paid the order. Otherwise its money went to the wallet. */
  isSale: boolean;
}

/** Who bears how much of an amount: the first as much as they can, then the second, and the third whatever is left. */
export function shares(amount: Vnd, first: Vnd, second: Vnd): [first: Vnd, second: Vnd, third: Vnd] {
  const ofFirst = Math.min(amount, first);
  const ofSecond = Math.min(amount - ofFirst, second);
  return [ofFirst, ofSecond, amount - ofFirst - ofSecond];
}

/**
 * Books money that a card took back for good. An order pays with what is left of its total, and is refunded when nothing is;
 * whatever had gone to the wallet comes from there, as far as the wallet holds it. The rest its owner owes.
 */
export async function take(tx: EntityManager, { intent, order, isSale }: Charge, gone: CardReturn): Promise<void> {
  const before = order?.status;
  const left = order && isSale ? await leftToRefund(tx, order) : 0;
  const isWhole = left > 0 && left <= gone.amount;
  // Goods are locked before wallets.
  if (order && isWhole) await endOrder(tx, order);
  const wallet = await lockedWallet(tx, intent.userId);
  const [ofSale, ofWallet, owed] = shares(gone.amount, left, wallet.balance);
  const what = gone.kind === 'refund' ? 'Hoàn về thẻ' : 'Trả về thẻ theo khiếu nại của chủ thẻ';
  const all = {
    to: gone.kind === 'refund' ? 'card_clearing' : 'disputed',
    orderId: order?.id,
    returnId: gone.id,
    description: order ? `${what}, đơn hàng #${order.id}` : `${what}, tiền đã nạp`,
  } as const;
  await postSome(tx, [
    { ...all, kind: 'CARD_REFUND', from: 'refunds', amount: ofSale },
    { ...all, kind: 'CARD_DEBIT', from: wallet, amount: ofWallet },
    { ...all, kind: 'CARD_OWED', from: 'receivables', amount: owed },
  ]);
  const notice = notices.taken(gone, { ofSale, ofWallet, owed }, order?.totalPrice ?? 0);
  await tell(tx, order, 'card_refund', notice, { before, amount: ofSale });
}

/** A request for its money is granted with it. */
async function endOrder(tx: EntityManager, order: Order): Promise<void> {
  await refundOrder(tx, order);
  const granted = { isApproved: true, decidedAt: new Date() };
  if (order.refundRequest?.isApproved === null) await tx.update(RefundRequest, order.refundRequest.id, granted);
}

/**
 * Books money that came back after all. A refund that its card did not take is still the buyer's: it pays what they owe, and
 * the rest goes to the wallet. So does what a bank gives back after a lost dispute, for an order that ended undelivered: the
 * buyer has neither its goods nor, any more, its money. Of any other order that is the shop's.
 */
export async function giveBack(tx: EntityManager, { intent, order }: Charge, back: CardReturn): Promise<void> {
  const wallet = await lockedWallet(tx, intent.userId);
  const isBuyers = back.kind === 'refund' || (order?.refundedAt && !order.deliveredAt);
  const lost = isBuyers ? 0 : await tookFromSale(tx, back);
  const [ofShop, settled, credit] = shares(back.amount, lost, await owedBy(tx, wallet));
  const what = back.kind === 'refund' ? 'Không hoàn được về thẻ' : 'Ngân hàng trả lại sau khiếu nại của chủ thẻ';
  const all = {
    from: 'card_clearing',
    orderId: order?.id,
    returnId: back.id,
    description: order ? `${what}, đơn hàng #${order.id}` : `${what}, tiền đã nạp`,
  } as const;
  await postSome(tx, [
    { ...all, kind: 'CARD_REGAINED', to: 'corrections', amount: ofShop },
    { ...all, kind: 'CARD_SETTLED', to: 'receivables', amount: settled },
    { ...all, kind: 'CARD_CREDIT', to: wallet, amount: credit },
  ]);
  await tell(tx, order, 'card_return', notices.givenBack(back, { ofShop, settled, credit }));
}

/** What happened to an order's money, if it is an order's, before whoever looks at it and in its log. */
export async function tell(
  tx: EntityManager,
  order: Order | null,
  transition: Transition,
  notice: string,
  change: Partial<Pick<OrderEvent, 'before' | 'amount'>> = {},
): Promise<void> {
  if (!order) return;
  const { id, status } = order;
  await tx.update(Order, id, { notice });
  await logOrder(tx, order, transition, { before: status, after: status, actor: { is: 'provider' }, ...change });
}

async function lockedWallet(tx: EntityManager, userId: number): Promise<Account> {
  const wallet = await walletOf(tx, userId);
  return (await lockWallet(tx, userId)) ?? wallet;
}

const postSome = (tx: EntityManager, movements: Movement[]) =>
  postAll(
    tx,
    movements.filter(({ amount }) => amount > 0),
  );

async function tookFromSale(tx: EntityManager, { id }: CardReturn): Promise<Vnd> {
  const [row]: { amount: string }[] = await tx.query(
    `SELECT amount FROM transfers WHERE card_return_id = $1 AND kind = 'CARD_REFUND'`,
    [id],
  );
  return Number(row?.amount ?? 0);
}
