import { Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BankEvent } from '../../contract/money/bank-transfers.js';
import type { Vnd } from '../../contract/rules.js';
import { post } from '../../ledger/ledger.js';
import { lockOrder } from '../../orders/order/order.locks.js';
import type { Order } from '../../orders/order/order.entity.js';
import { transferCodesIn } from '../../orders/order/transfer-code.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { receivePayment } from '../receiving/receive-payment.js';
import { SavedBankTransfer, type TransferProblem } from './bank-transfer.entity.js';
import { ordersWithCodes } from './bank-transfers.sql.js';
import { bookUnmatched, problemWith } from './book-unmatched.js';
import { lockBankTransfer, normalizeReference } from './bank-transfer.locks.js';

const logger = new Logger('Bank transfers');

/**
 * Books a transfer that the bank reports. With the code of one order it pays that order, or goes to its buyer's wallet when the
 * order is paid or cancelled or costs another amount. Any other transfer waits on the account `unmatched` for an administrator.
 * A transfer is booked once, by its reference, whoever reports it and however often.
 * @returns the stored transfer that the report confirms, unless it waits: `bookHeldUp` then books what waited for it
 * @throws ShopError 409 for a report that contradicts an earlier one of the same event or of the same transfer
 */
export async function bookBankTransfer(tx: EntityManager, event: BankEvent): Promise<SavedBankTransfer | null> {
  const reference = normalizeReference(event.reference);
  await lockBankTransfer(tx, reference);
  const known = await tx.findOneBy(SavedBankTransfer, { reference });
  if (known) {
    await confirmKnown(tx, known, event);
    return known.state === 'unmatched' ? null : known;
  }
  const sameEvent = await tx.findOneBy(SavedBankTransfer, { eventId: event.id });
  if (sameEvent) throw contradiction(event, sameEvent);
  const { id: eventId, amount, description } = event;
  await bookByCode(tx, { reference, eventId, amount, description });
  return null;
}

/** A transfer that is not stored yet. */
export interface NewTransfer {
  /** See `normalizeReference`. */
  reference: string;
  /** The bank's event; null for a transfer that an administrator records. */
  eventId: string | null;
  amount: Vnd;
  description: string;
}

/**
 * Books a new transfer for the order whose code is in its description, see `bookForOrder`. Without a code, or with those of several
 * orders, it waits.
 * @param adminId the administrator who reports it; left out for the bank
 */
export async function bookByCode(
  tx: EntityManager,
  transfer: NewTransfer,
  adminId?: number,
): Promise<SavedBankTransfer> {
  const [orderId, ...others] = await ordersNamedBy(tx, transfer);
  if (orderId === undefined) return saveUnmatched(tx, transfer, { problem: 'unknown_code', adminId });
  if (others.length > 0) return saveUnmatched(tx, transfer, { problem: 'several_codes', adminId });
  return bookForOrder(tx, await lockOrder(tx, { id: orderId }), transfer, adminId);
}

/**
 * Books a new transfer for an order: it pays the order or goes to its buyer's wallet, unless an administrator must look first.
 * @param order locked by `lockOrder`
 * @param adminId the administrator who reports it; left out for the bank
 */
export async function bookForOrder(
  tx: EntityManager,
  order: Order,
  transfer: NewTransfer,
  adminId?: number,
): Promise<SavedBankTransfer> {
  const problem = await problemWith(tx, order, transfer);
  if (problem) return saveUnmatched(tx, transfer, { problem, orderId: order.id, adminId });
  return receiveBankTransfer(tx, order, transfer, adminId);
}

/**
 * Stores a transfer and books it for an order, see `receivePayment`.
 * @param order locked by `lockOrder`
 * @param adminId the administrator who reports it; left out for the bank
 */
export async function receiveBankTransfer(
  tx: EntityManager,
  order: Order,
  transfer: NewTransfer,
  adminId?: number,
): Promise<SavedBankTransfer> {
  const state = order.canBePaidWith(transfer.amount) ? 'paid' : 'credited';
  const decision = adminId !== undefined && { decidedBy: adminId, decidedAt: new Date() };
  const saved = await tx.save(SavedBankTransfer, { ...transfer, orderId: order.id, state, ...decision });
  await receivePayment(tx, order, {
    method: 'VietQR',
    amount: transfer.amount,
    bankTransferId: saved.id,
    actor: adminId === undefined ? { is: 'provider' } : { is: 'admin', id: adminId },
  });
  return saved;
}

async function saveUnmatched(
  tx: EntityManager,
  transfer: NewTransfer,
  {
    problem,
    orderId = null,
    adminId = null,
  }: { problem: TransferProblem; orderId?: number | null; adminId?: number | null },
): Promise<SavedBankTransfer> {
  const row = { ...transfer, state: 'unmatched', problem, orderId, decidedBy: adminId } as const;
  const saved = await tx.save(SavedBankTransfer, row);
  await post(tx, {
    kind: 'BANK_UNMATCHED',
    from: 'bank',
    to: 'unmatched',
    amount: transfer.amount,
    bankTransferId: saved.id,
    description: `Chuyển khoản ${transfer.reference} chờ đối chiếu`,
  });
  return saved;
}

/**
 * A second report of a stored transfer: it adds the bank's event to one that an administrator recorded, and books one that waits for
 * its order.
 * @throws ShopError 409 when a second event names another order, because it is another transfer under a similar reference; when the event
 *   names another order than the administrator did, because they recorded its payment for the wrong order; and for another amount
 */
async function confirmKnown(tx: EntityManager, known: SavedBankTransfer, event: BankEvent): Promise<void> {
  const isOther = known.eventId !== null && known.eventId !== event.id && !(await namesSame(tx, known, event));
  if (known.amount !== event.amount || isOther) throw contradiction(event, known);
  if (known.eventId !== null) return;
  const named = await ordersNamedBy(tx, event);
  const isForAnother = known.orderId !== null && named.length > 0 && !named.includes(known.orderId);
  if (isForAnother) throw contradiction(event, known);
  const isOpen = known.state === 'unmatched' && known.orderId === null;
  const orderId = orderOfReported(known, named);
  const order = orderId === undefined ? null : await lockOrder(tx, { id: orderId });
  await tx.update(SavedBankTransfer, known.id, {
    eventId: event.id,
    description: event.description,
    ...(isOpen && named.length > 1 && { problem: 'several_codes' as const }),
  });
  if (order) await bookUnmatched(tx, { ...known, eventId: event.id }, order, { is: 'provider' });
}

/** Returns the order for which a waiting transfer may be booked once the bank has reported it. @param named the orders with its codes */
function orderOfReported({ state, orderId, problem }: SavedBankTransfer, named: number[]): number | undefined {
  if (state !== 'unmatched') return undefined;
  if (orderId === null) return named.length === 1 ? named[0] : undefined;
  // It waited as a possible copy of another one with a mistyped reference. The bank knows its reference.
  return problem === 'already_recorded' ? orderId : undefined;
}

const ordersNamedBy = (tx: EntityManager, { description }: { description: string }) =>
  ordersWithCodes(tx, transferCodesIn(description));

/** True when both have the same codes. Of a closed account what its payer wrote is erased: there the event must name the order alone. */
async function namesSame(tx: EntityManager, known: SavedBankTransfer, event: BankEvent): Promise<boolean> {
  if (codesOf(known) === codesOf(event)) return true;
  if (known.description !== '' || known.orderId === null) return false;
  const [orderId, ...others] = await ordersNamedBy(tx, event);
  return orderId === known.orderId && others.length === 0;
}

const codesOf = ({ description }: { description: string }) => transferCodesIn(description).sort().join();

function contradiction(event: BankEvent, stored: SavedBankTransfer): ShopError {
  const { id, reference, amount, eventId } = stored;
  logger.error(
    { event, stored: { id, reference, amount, eventId } },
    'The bank’s report contradicts a stored transfer',
  );
  return new ShopError(409, 'Báo cáo này mâu thuẫn với một giao dịch đã ghi.');
}
