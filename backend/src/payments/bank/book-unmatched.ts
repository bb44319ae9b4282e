import { IsNull, Not, type EntityManager } from 'typeorm';
import type { Order } from '../../orders/order/order.entity.js';
import { lockOrder } from '../../orders/order/order.locks.js';
import type { OrderActor } from '../../orders/transitions/order-log.js';
import { isClosed } from '../../auth/users/closed-accounts.sql.js';
import { receivePayment } from '../receiving/receive-payment.js';
import { SavedBankTransfer, type TransferProblem } from './bank-transfer.entity.js';
import { mayBeRecorded } from './bank-transfers.sql.js';
import { lockBankTransfer } from './bank-transfer.locks.js';

/**
 * Returns why a transfer for an order cannot be booked without an administrator's look; null when it can.
 * @param order locked by `lockOrder`
 */
export async function problemWith(
  tx: EntityManager,
  order: Order,
  transfer: { amount: number; eventId: string | null },
): Promise<TransferProblem | null> {
  if (order.canBePaidWith(transfer.amount)) return null;
  // Whoever recorded the other one may have mistyped its reference: as a second payment it would be credited to the buyer for nothing.
  if (await mayBeRecorded(tx, order.id, transfer)) return 'already_recorded';
  return (await isClosed(tx, order.userId)) ? 'closed_account' : null;
}

/**
 * Books an unmatched transfer for an order: it pays the order or goes to its buyer's wallet. With a problem it goes on waiting, for
 * this order now. An administrator who then gives it to the same order again has seen the other transfer.
 * @param order locked by `lockOrder`
 */
export async function bookUnmatched(
  tx: EntityManager,
  transfer: SavedBankTransfer,
  order: Order,
  actor: OrderActor,
): Promise<'paid' | 'credited' | 'unmatched'> {
  const { id, amount } = transfer;
  const problem = await problemWith(tx, order, transfer);
  const isSeen = actor.is === 'admin' && transfer.problem === 'already_recorded' && transfer.orderId === order.id;
  const decision = actor.is === 'admin' && { decidedBy: actor.id, decidedAt: new Date() };
  if (problem && !isSeen) {
    // The bank's report may book it later: the list then says who chose the order.
    const chosen = actor.is === 'admin' && { decidedBy: actor.id };
    await tx.update(SavedBankTransfer, id, { problem, orderId: order.id, ...chosen });
    return 'unmatched';
  }
  const state = await receivePayment(tx, order, {
    method: 'VietQR',
    amount,
    from: 'unmatched',
    bankTransferId: id,
    actor,
  });
  await tx.update(SavedBankTransfer, id, { state, orderId: order.id, ...decision });
  return state;
}

/**
 * Books the transfers that waited because another one of their amount and order was recorded by hand. The bank has reported that one
 * now, and these before, so they are not the same money. Those for which another one still stands in the way go on waiting.
 * Call it in a transaction after the one that stored the report: a new transfer of the order may hold the order's lock while it waits for
 * the row of the confirmed one, see `mayBeRecorded`.
 * @param confirmed the one that was recorded by hand; nothing waits for one without an order
 */
export async function bookHeldUp(tx: EntityManager, { orderId, amount }: SavedBankTransfer): Promise<void> {
  if (orderId === null) return;
  const heldUp = { orderId, amount, state: 'unmatched', problem: 'already_recorded', eventId: Not(IsNull()) } as const;
  const waiting = await tx.find(SavedBankTransfer, { where: heldUp, order: { id: 'ASC' } });
  if (waiting.length === 0) return;
  for (const { reference } of waiting) await lockBankTransfer(tx, reference);
  const order = await lockOrder(tx, { id: orderId });
  for (const { id } of waiting) {
    // An administrator may have decided on it before it was locked.
    const transfer = await tx.findOneBy(SavedBankTransfer, { ...heldUp, id });
    if (transfer) await bookUnmatched(tx, transfer, order, { is: 'provider' });
  }
}
