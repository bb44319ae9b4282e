import type { EntityManager } from 'typeorm';
import type { Account } from '../../ledger/account.entity.js';
import { post, postAll, type Movement } from '../../ledger/ledger.js';
import { insertNumbered } from '../bulk-insert.sql.js';
import type { DemoHistory, DemoOrder } from './records.js';
import { DEMO_DEPOSIT } from './shoppers.js';

/** Adds the demo shopper's deposit, then all payments in one statement, because 400 statements take a second. */
export async function addPayments(
  tx: EntityManager,
  history: DemoHistory,
  orders: number[],
  wallet: Account,
): Promise<void> {
  await post(tx, {
    kind: 'DEPOSIT',
    from: 'card_clearing',
    to: wallet,
    amount: DEMO_DEPOSIT,
    description: 'Nạp tiền vào ví',
  });
  const payments = history.orders.flatMap(({ state, method, totals }, i): Movement[] => {
    if (state === 'cancelled') return [];
    const orderId = orders[i]!;
    const payment = {
      to: 'sales',
      amount: totals.totalPrice,
      orderId,
      description: `Thanh toán đơn hàng #${orderId}`,
    } as const;
    return method === 'Paybox'
      ? [{ ...payment, kind: 'PAYMENT', from: wallet }]
      : [{ ...payment, kind: 'CARD_PAYMENT', from: 'card_clearing' }];
  });
  const booked = await postAll(tx, payments);
  if (booked.includes(false)) throw new Error('The demo shopper pays more than she deposited');
}

/** Adds refunds to the demo shopper's wallet: only her request is approved. */
export async function addRefunds(
  tx: EntityManager,
  history: DemoHistory,
  orders: number[],
  wallet: Account,
): Promise<void> {
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
  for (const { order, refund, id } of requested) {
    if (!refund.isApproved) continue;
    await post(tx, {
      kind: 'REFUND',
      from: 'refunds',
      to: wallet,
      amount: order.totals.totalPrice,
      orderId: id,
      description: `Hoàn tiền đơn hàng #${id}`,
    });
  }
}

/** Returns the time this many hours after an order was placed. */
export const hoursAfter = ({ createdAt }: Pick<DemoOrder, 'createdAt'>, hours: number) =>
  new Date(createdAt.getTime() + hours * 3_600_000);
