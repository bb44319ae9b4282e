import type { EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { RecordTransfer } from '../../contract/money/bank-transfers.js';
import { formatVnd } from '../../contract/rules.js';
import type { Order } from '../../orders/order/order.entity.js';
import { lockOrder } from '../../orders/order/order.locks.js';
import { transferCodesIn } from '../../orders/order/transfer-code.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Actor } from '../../platform/http/access.js';
import { SavedBankTransfer } from './bank-transfer.entity.js';
import { ordersWithCodes } from './bank-transfers.sql.js';
import { bookByCode, bookForOrder } from './book-transfer.js';
import { assignUnmatched, mustBeUnmatched } from './settle-transfer.js';
import { lockBankTransfer, normalizeReference } from './bank-transfer.locks.js';

/**
 * Records money that an administrator has seen in the bank account, as the bank's webhook would. An unmatched transfer with this
 * reference is the same money: it is given to the order.
 * @returns the transfer's id
 * @throws ShopError 400 with fields for an unknown order, for another order than the description names, and for another amount than
 *   the transfer is known with; 409 for a reference that is booked, returned, waits because its money may be recorded already, or waits while no order is named
 */
export async function recordBankTransfer(tx: EntityManager, actor: Actor, body: RecordTransfer): Promise<number> {
  const { amount, description, order_id: orderId } = body;
  const reference = normalizeReference(body.reference);
  await lockBankTransfer(tx, reference);
  const known = await tx.findOneBy(SavedBankTransfer, { reference });
  if (known) mustTake(known, body);
  const order = orderId ? await orderOf(tx, orderId, description) : null;
  if (known) {
    await assignUnmatched(tx, actor, known, order!);
    return known.id;
  }
  const transfer = { reference, eventId: null, amount, description };
  const saved = await (order ? bookForOrder(tx, order, transfer, actor.id) : bookByCode(tx, transfer, actor.id));
  await recordAudit(tx, actor, {
    action: 'create',
    subject: 'bank_transfer',
    id: saved.id,
    name: `Chuyển khoản ${reference}`,
    after: { status: saved.state, order: saved.orderId, amount },
  });
  return saved.id;
}

/** Refuses what a stored transfer cannot be, beside the field that is to be changed. */
function mustTake(known: SavedBankTransfer, { amount, order_id: orderId }: RecordTransfer): void {
  mustBeUnmatched(known);
  if (known.amount !== amount) {
    throw ShopError.fields({ amount: [`Giao dịch này đã được ghi với ${formatVnd(known.amount)}.`] });
  }
  // A transfer that may already be recorded needs a decision in the list. Pressing the button again does not count as one.
  if (orderId && known.problem !== 'already_recorded') return;
  const waits = 'Giao dịch này đã được ghi và đang chờ đối chiếu.';
  throw new ShopError(409, waits, { reference: [waits] });
}

async function orderOf(tx: EntityManager, id: number, description: string): Promise<Order> {
  const named = await ordersWithCodes(tx, transferCodesIn(description));
  // The bank's own report of it would contradict this one.
  if (named.length > 0 && !named.includes(id)) {
    throw ShopError.fields({ order_id: [`Nội dung có mã của đơn hàng #${named.join(', #')}.`] });
  }
  return lockOrder(tx, { id }).catch(unknownOrder);
}

/** For `lockOrder`, where the order's number was typed. @throws ShopError 400 with `order_id` instead of a 404 */
export function unknownOrder(error: unknown): never {
  if (error instanceof ShopError && error.status === 404) throw ShopError.fields({ order_id: [error.message] });
  throw error;
}
