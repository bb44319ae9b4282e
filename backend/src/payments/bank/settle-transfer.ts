import type { EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { AssignTransfer } from '../../contract/money/bank-transfers.js';
import type { Order } from '../../orders/order/order.entity.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Actor } from '../../platform/http/access.js';
import type { SavedBankTransfer } from './bank-transfer.entity.js';
import { isClosed } from '../../auth/users/closed-accounts.sql.js';
import { bookUnmatched } from './book-unmatched.js';

/** @throws ShopError 409 with `reference` for a transfer that is booked or returned */
export function mustBeUnmatched({ state, orderId }: SavedBankTransfer): void {
  if (state === 'unmatched') return;
  const where = state === 'returned' ? 'đã được ghi là không thuộc đơn nào' : `đã được ghi cho đơn hàng #${orderId}`;
  const sentence = `Giao dịch này ${where}.`;
  throw new ShopError(409, sentence, { reference: [sentence] });
}

/**
 * Refuses a decision about what has changed since the administrator saw it.
 * @param seen what the administrator saw; null and nothing are not compared
 * @throws ShopError 409 for a transfer that waits for another reason or another order
 */
export function mustBeAsSeen(
  { problem, orderId }: SavedBankTransfer,
  { seen_problem: seenProblem, seen_order_id: seenOrderId }: Omit<AssignTransfer, 'order_id'>,
): void {
  if ((seenProblem ?? problem) === problem && (seenOrderId ?? orderId) === orderId) return;
  throw new ShopError(
    409,
    'Giao dịch này vừa được người khác gán hoặc ngân hàng vừa báo lại. Hãy xem lại rồi quyết định.',
  );
}

/**
 * Gives an unmatched transfer to an order for an administrator, see `bookUnmatched`, and audits it.
 * @param order locked by `lockOrder`
 * @throws ShopError 409 for a buyer who has closed the account, when the order cannot take the money
 */
export async function assignUnmatched(
  tx: EntityManager,
  actor: Actor,
  transfer: SavedBankTransfer,
  order: Order,
): Promise<void> {
  const { id, reference, amount } = transfer;
  if (!order.canBePaidWith(amount) && (await isClosed(tx, order.userId))) {
    throw new ShopError(409, 'Khách của đơn hàng này đã đóng tài khoản. Hãy chuyển trả người gửi.');
  }
  const status = await bookUnmatched(tx, transfer, order, { is: 'admin', id: actor.id });
  await recordAudit(tx, actor, {
    // Money that still waits has not been given to anyone.
    action: status === 'unmatched' ? 'update' : 'approve',
    subject: 'bank_transfer',
    id,
    name: `Chuyển khoản ${reference}`,
    before: { status: 'unmatched' },
    after: { status, order: order.id, amount },
  });
}
