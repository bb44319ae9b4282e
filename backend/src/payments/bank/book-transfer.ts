import { Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BankEvent } from '../../contract/money/bank-transfers.js';
import { post } from '../../ledger/ledger.js';
import { lockOrder } from '../../orders/order.locks.js';
import type { Order } from '../../orders/order.entity.js';
import { transferCodesIn } from '../../orders/placing/transfer-code.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { receivePayment } from '../receive-payment.js';
import { SavedBankTransfer, type TransferProblem } from './bank-transfer.entity.js';
import { isClosed, isRecordedByHand, ordersWithCodes } from './bank-transfers.sql.js';
import { lockTransfer, normalizeReference } from './transfer.locks.js';

const logger = new Logger('Bank transfers');

/**
 * Books a transfer that the bank reports. With the code of one order it pays that order, or goes to its buyer's wallet when the
 * order is paid or cancelled or costs another amount. Any other transfer waits on the account `unmatched` for an administrator.
 * A transfer is booked once, by its reference, whoever reports it and however often.
 * @throws ShopError 409 for a report that contradicts an earlier one of the same event or of the same transfer
 */
export async function bookTransfer(tx: EntityManager, event: BankEvent): Promise<void> {
  const reference = normalizeReference(event.reference);
  await lockTransfer(tx, reference);
  const known = await tx.findOneBy(SavedBankTransfer, { reference });
  if (known) return confirmKnown(tx, known, event);
  const sameEvent = await tx.findOneBy(SavedBankTransfer, { eventId: event.id });
  if (sameEvent) throw contradiction(event, sameEvent);
  const transfer = { reference, eventId: event.id, amount: event.amount, description: event.description };
  const [orderId, ...others] = await ordersNamedBy(tx, event);
  if (orderId === undefined) return saveUnmatched(tx, transfer, 'unknown_code');
  if (others.length > 0) return saveUnmatched(tx, transfer, 'several_codes');
  const order = await lockOrder(tx, { id: orderId });
  const problem = await problemWith(tx, order, event.amount);
  if (problem) return saveUnmatched(tx, { ...transfer, orderId }, problem);
  await receiveTransfer(tx, order, transfer);
}

/**
 * Stores a transfer and books it for an order, see `receivePayment`.
 * @param order locked by `lockOrder`
 * @param adminId the administrator who reports it; left out for the bank
 */
export async function receiveTransfer(
  tx: EntityManager,
  order: Order,
  transfer: Pick<SavedBankTransfer, 'reference' | 'amount' | 'description'> & { eventId: string | null },
  adminId?: number,
): Promise<void> {
  const state = order.canBePaidWith(transfer.amount) ? 'paid' : 'credited';
  const row = { ...transfer, orderId: order.id, state } as const;
  const { identifiers } = await tx.insert(SavedBankTransfer, {
    ...row,
    ...(adminId !== undefined && { decidedBy: adminId, decidedAt: new Date() }),
  });
  await receivePayment(tx, order, {
    method: 'VietQR',
    amount: transfer.amount,
    bankTransferId: identifiers[0]!.id as number,
    actor: adminId === undefined ? { is: 'provider' } : { is: 'admin', id: adminId },
  });
}

/** Why a transfer with an order's code cannot be booked without an administrator; null when it can. */
async function problemWith(tx: EntityManager, order: Order, amount: number): Promise<TransferProblem | null> {
  if (order.canBePaidWith(amount)) return null;
  // Who recorded it may have mistyped its reference: as a second payment it would be credited to the buyer for nothing.
  if (order.isPaid && (await isRecordedByHand(tx, order.id, amount))) return 'already_recorded';
  return (await isClosed(tx, order.userId)) ? 'closed_account' : null;
}

async function saveUnmatched(
  tx: EntityManager,
  transfer: Partial<SavedBankTransfer> & { amount: number; reference: string },
  problem: TransferProblem,
): Promise<void> {
  const { identifiers } = await tx.insert(SavedBankTransfer, { ...transfer, state: 'unmatched', problem });
  await post(tx, {
    kind: 'BANK_UNMATCHED',
    from: 'bank',
    to: 'unmatched',
    amount: transfer.amount,
    bankTransferId: identifiers[0]!.id as number,
    description: `Chuyển khoản ${transfer.reference} chờ đối chiếu`,
  });
}

/**
 * A second report of a stored transfer: it only adds the bank's event to one that an administrator recorded. Another event that names
 * another order is another transfer, whose reference only looks the same. An event that names another order than the administrator did
 * is that order's payment, which they recorded for the wrong one.
 */
async function confirmKnown(tx: EntityManager, known: SavedBankTransfer, event: BankEvent): Promise<void> {
  const isOther = known.eventId !== null && known.eventId !== event.id && codesOf(known) !== codesOf(event);
  if (known.amount !== event.amount || isOther) throw contradiction(event, known);
  if (known.eventId !== null) return;
  const named = await ordersNamedBy(tx, event);
  if (named.length > 0 && !named.some((id) => id === known.orderId)) throw contradiction(event, known);
  await tx.update(SavedBankTransfer, known.id, { eventId: event.id, description: event.description });
}

const ordersNamedBy = (tx: EntityManager, { description }: BankEvent) =>
  ordersWithCodes(tx, transferCodesIn(description));

const codesOf = ({ description }: { description: string }) => transferCodesIn(description).sort().join();

function contradiction(event: BankEvent, stored: SavedBankTransfer): ShopError {
  const { id, reference, amount, eventId } = stored;
  logger.error(
    { event, stored: { id, reference, amount, eventId } },
    'The bank’s report contradicts a stored transfer',
  );
  return new ShopError(409, 'Báo cáo này mâu thuẫn với một giao dịch đã ghi.');
}
