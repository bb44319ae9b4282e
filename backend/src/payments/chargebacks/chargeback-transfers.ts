import type { EntityManager } from 'typeorm';
import type { Transition } from '../../contract/orders/orders.js';
import type { Vnd } from '../../contract/rules.js';
import { lockWallet } from '../../ledger/wallet.locks.js';
import type { Account } from '../../ledger/account.entity.js';
import { postAll, walletOf, type NewLedgerTransfer } from '../../ledger/ledger.js';
import { debtOf } from '../../ledger/debts.sql.js';
import { Transfer } from '../../ledger/transfer.entity.js';
import { recordOrderEvent, type NewOrderEvent } from '../../orders/transitions/order-log.js';
import { Order } from '../../orders/order/order.entity.js';
import { heldOfTotal, refundOrder } from '../../orders/transitions/refund-order.js';
import { RefundRequest } from '../../orders/order/refund-request.entity.js';
import type { Chargeback } from './chargeback.js';
import type { PaymentIntent } from '../intents/payment-intent.entity.js';
import { reportClosedWallet } from '../intents/closed-wallet.js';
import * as notices from './chargeback-notices.js';

/** For the log, when the wallet belongs to a closed account: its card has just refused the money, or the bank has. */
const RETURN_BY_HAND = { what: 'A chargeback that was reversed, of intent', todo: 'return it to its owner by hand' };

/** A charge whose money was booked. */
export interface BookedCharge {
  intent: PaymentIntent;
  /** Locked, with its `refundRequest`; null for a deposit. */
  order: Order | null;
  /** True when the charge paid the order. Otherwise its money went to the wallet. */
  isSale: boolean;
}

/** Splits an amount: the first up to its limit, then the second up to its limit, the third the rest. */
export function splitAmount(amount: Vnd, first: Vnd, second: Vnd): [first: Vnd, second: Vnd, third: Vnd] {
  const fromFirst = Math.min(amount, first);
  const fromSecond = Math.min(amount - fromFirst, second);
  return [fromFirst, fromSecond, amount - fromFirst - fromSecond];
}

/**
 * Books money that a card took back for good. It comes from what the shop holds of the order's total first; an order with
 * nothing left is refunded. Then it comes from the wallet's balance. The rest becomes a debt of the wallet's owner.
 */
export async function debitChargeback(
  tx: EntityManager,
  { intent, order, isSale }: BookedCharge,
  chargeback: Chargeback,
): Promise<void> {
  const before = order?.status;
  const held = order && isSale ? await heldOfTotal(tx, order) : 0;
  const takesAll = held > 0 && held <= chargeback.amount;
  // Goods are locked before wallets.
  if (order && takesAll && !order.refundedAt) await refundWholeOrder(tx, order);
  const wallet = await lockOrCreateWallet(tx, intent.userId);
  const [fromSale, fromWallet, owed] = splitAmount(chargeback.amount, held, wallet.balance);
  const label = chargeback.kind === 'refund' ? 'Hoàn về thẻ' : 'Trả về thẻ theo khiếu nại của chủ thẻ';
  const shared = {
    to: chargeback.kind === 'refund' ? 'card_clearing' : 'disputed',
    orderId: order?.id,
    chargebackId: chargeback.id,
    description: order ? `${label}, đơn hàng #${order.id}` : `${label}, tiền đã nạp`,
  } as const;
  await postNonZero(tx, [
    { ...shared, kind: 'CARD_REFUND', from: 'refunds', amount: fromSale },
    { ...shared, kind: 'CARD_DEBIT', from: wallet, amount: fromWallet },
    { ...shared, kind: 'CARD_OWED', from: 'receivables', amount: owed },
  ]);
  const notice = notices.chargebackDebitNotice(chargeback, { fromSale, fromWallet, owed }, order?.totalPrice ?? 0);
  await notifyOrder(tx, order, 'card_refund', notice, { before, amount: fromSale });
}

/** Refunds an order and approves its open refund request. */
async function refundWholeOrder(tx: EntityManager, order: Order): Promise<void> {
  await refundOrder(tx, order);
  const approval = { isApproved: true, decidedAt: new Date() };
  if (order.refundRequest?.isApproved === null) await tx.update(RefundRequest, order.refundRequest.id, approval);
}

/**
 * Books a chargeback that was reversed. A refund that the card rejected still belongs to the buyer: it pays their debt, and the
 * rest goes to the wallet. The same goes for a reinstated dispute of an order whose refund was approved, and of one that ended
 * without being sent or delivered, since the buyer would have neither goods nor money. For any other order the money belongs to the shop, up to
 * what the chargeback took from the sale.
 */
export async function creditChargeback(
  tx: EntityManager,
  { intent, order }: BookedCharge,
  chargeback: Chargeback,
): Promise<void> {
  const wallet = await lockOrCreateWallet(tx, intent.userId);
  const isBuyers = chargeback.kind === 'refund' || (order?.refundedAt && (await isOwedWhole(tx, order)));
  const lost = isBuyers ? 0 : await amountTakenFromSale(tx, chargeback);
  const [toShop, toDebt, toWallet] = splitAmount(chargeback.amount, lost, await debtOf(tx, wallet));
  const label = chargeback.kind === 'refund' ? 'Không hoàn được về thẻ' : 'Ngân hàng trả lại sau khiếu nại của chủ thẻ';
  const shared = {
    from: 'card_clearing',
    orderId: order?.id,
    chargebackId: chargeback.id,
    description: order ? `${label}, đơn hàng #${order.id}` : `${label}, tiền đã nạp`,
  } as const;
  await postNonZero(tx, [
    { ...shared, kind: 'CARD_REGAINED', to: 'corrections', amount: toShop },
    { ...shared, kind: 'CARD_SETTLED', to: 'receivables', amount: toDebt },
    { ...shared, kind: 'CARD_CREDIT', to: wallet, amount: toWallet },
  ]);
  if (toWallet > 0) await reportClosedWallet(tx, intent, toWallet, RETURN_BY_HAND);
  const notice = notices.chargebackCreditNotice(chargeback, { toShop, toDebt, toWallet });
  await notifyOrder(tx, order, 'card_return', notice, { amount: toShop });
}

/** Shows a notice on the order's pages and records an order event; does nothing for a deposit. */
export async function notifyOrder(
  tx: EntityManager,
  order: Order | null,
  transition: Transition,
  notice: string,
  change: Partial<Pick<NewOrderEvent, 'before' | 'amount'>> = {},
): Promise<void> {
  if (!order) return;
  const { id, status } = order;
  await tx.update(Order, id, { notice });
  await recordOrderEvent(tx, order, transition, {
    before: status,
    after: status,
    actor: { is: 'provider' },
    ...change,
  });
}

async function lockOrCreateWallet(tx: EntityManager, userId: number): Promise<Account> {
  const wallet = await walletOf(tx, userId);
  return (await lockWallet(tx, userId)) ?? wallet;
}

const postNonZero = (tx: EntityManager, movements: NewLedgerTransfer[]) =>
  postAll(
    tx,
    movements.filter(({ amount }) => amount > 0),
  );

/** True for a refunded order whose buyer is owed its whole total: its goods are in the shop, or an administrator approved the refund. */
const isOwedWhole = async (tx: EntityManager, { id, areGoodsOut }: Order): Promise<boolean> =>
  !areGoodsOut || (await tx.existsBy(Transfer, { orderId: id, kind: 'REFUND' }));

async function amountTakenFromSale(tx: EntityManager, { id: chargebackId }: Chargeback): Promise<Vnd> {
  const taken = await tx.findOneBy(Transfer, { chargebackId, kind: 'CARD_REFUND' });
  return taken?.amount ?? 0;
}
