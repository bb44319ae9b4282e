import type { EntityManager } from 'typeorm';
import { Account, type ShopAccount } from '../../ledger/account.entity.js';
import { insertNumbered } from '../support/bulk-insert.sql.js';
import { HOUR, type DemoHistory, type DemoOrder } from './records.js';
import { DEMO_DEPOSIT } from './shoppers.js';

/** A transfer of the demo shop. In a wallet's, one of the two accounts is the demo shopper's. */
interface DemoTransfer {
  at: Date;
  kind: 'DEPOSIT' | 'PAYMENT' | 'CARD_PAYMENT' | 'REFUND';
  from: ShopAccount | 'wallet';
  to: ShopAccount | 'wallet';
  amount: number;
  orderId: number | null;
  description: string;
}

/**
 * Writes the demo shopper's wallet and all transfers with the times of their orders, as the ledger would have booked them then.
 * `postAll` books at present.
 */
export async function addPayments(
  tx: EntityManager,
  history: DemoHistory,
  orders: number[],
  shopper: number,
): Promise<void> {
  let balance = 0;
  const transfers = transfersOf(history, orders).map((transfer) => {
    if (transfer.from === 'wallet') balance -= transfer.amount;
    if (transfer.to === 'wallet') balance += transfer.amount;
    return { ...transfer, balanceAfter: balance };
  });
  const isOfWallet = ({ from, to }: DemoTransfer) => from === 'wallet' || to === 'wallet';
  const createdAt = transfers.find(isOfWallet)?.at;
  await tx.insert(Account, { kind: 'wallet', userId: shopper, balance, createdAt, updatedAt: createdAt });
  const accounts = await tx.find(Account, { select: { id: true, kind: true, userId: true } });
  const idOf = (name: ShopAccount | 'wallet') =>
    accounts.find(({ kind, userId }) => kind === name && (kind !== 'wallet' || userId === shopper))!.id;
  const ids = await insertNumbered(
    tx,
    'transfers',
    transfers.map((transfer) => ({
      kind: transfer.kind,
      debit_account_id: idOf(transfer.from),
      credit_account_id: idOf(transfer.to),
      amount: transfer.amount,
      wallet_balance_after: isOfWallet(transfer) ? transfer.balanceAfter : null,
      order_id: transfer.orderId,
      description: transfer.description,
      created_at: transfer.at,
    })),
  );
  const lines = transfers.flatMap((transfer, nth) => (isOfWallet(transfer) ? [{ ...transfer, id: ids[nth] }] : []));
  await insertNumbered(
    tx,
    'wallet_transactions',
    lines.map(({ id, kind, amount, orderId, description, balanceAfter, at }) => ({
      account_id: idOf('wallet'),
      transaction_type: kind,
      amount,
      status: 'COMPLETED',
      description,
      order_id: orderId,
      transfer_id: id,
      balance_after: balanceAfter,
      created_at: at,
    })),
  );
}

/** The transfers of all orders, and the deposit before the first payment from the wallet, in the order of time. */
function transfersOf({ orders }: DemoHistory, ids: number[]): DemoTransfer[] {
  const transfers = orders.flatMap((order, nth): DemoTransfer[] => {
    const { state, method, totals, refund } = order;
    if (state === 'cancelled') return [];
    const orderId = ids[nth]!;
    const paid = {
      at: hoursAfter(order, PAID_AFTER),
      amount: totals.totalPrice,
      orderId,
      description: `Thanh toán đơn hàng #${orderId}`,
    };
    const payment: DemoTransfer =
      method === 'Paybox'
        ? { ...paid, kind: 'PAYMENT', from: 'wallet', to: 'sales' }
        : { ...paid, kind: 'CARD_PAYMENT', from: 'card_clearing', to: 'sales' };
    // Only the demo shopper's request is approved.
    if (!refund?.isApproved || refund.decidedAfter === undefined) return [payment];
    const description = `Hoàn tiền đơn hàng #${orderId}`;
    const at = hoursAfter(order, refund.decidedAfter);
    return [payment, { ...paid, at, kind: 'REFUND', from: 'refunds', to: 'wallet', description }];
  });
  const firstPaid = Math.min(...transfers.flatMap(({ kind, at }) => (kind === 'PAYMENT' ? [at.getTime()] : [])));
  transfers.push({
    at: new Date(firstPaid - HOUR),
    kind: 'DEPOSIT',
    from: 'card_clearing',
    to: 'wallet',
    amount: DEMO_DEPOSIT,
    orderId: null,
    description: 'Nạp tiền vào ví',
  });
  return transfers.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Adds the requests for refunds. */
export async function addRefunds(tx: EntityManager, history: DemoHistory, orders: number[]): Promise<void> {
  const requested = history.orders.flatMap(({ refund, ...order }, i) =>
    refund ? [{ order, refund, id: orders[i]!, at: hoursAfter(order, refund.requestedAfter) }] : [],
  );
  // Ids follow the time of the request, as in a real shop.
  requested.sort((one, other) => one.at.getTime() - other.at.getTime());
  await insertNumbered(
    tx,
    'refund_requests',
    requested.map(({ order, refund: { reason, isApproved, decidedAfter }, id, at }) => ({
      order_id: id,
      reason,
      is_approved: isApproved,
      created_at: at,
      decided_at: decidedAfter === undefined ? null : hoursAfter(order, decidedAfter),
    })),
  );
}

/** Hours after an order was placed. */
export const PAID_AFTER = 0.1;

/** Returns the time this many hours after an order was placed. */
export const hoursAfter = ({ createdAt }: Pick<DemoOrder, 'createdAt'>, hours: number) =>
  new Date(createdAt.getTime() + hours * HOUR);
