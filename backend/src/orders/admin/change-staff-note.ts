import { IsNull, Not, type EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import { User } from '../../auth/users/user.entity.js';
import type { ChangeStaffNote } from '../../contract/orders/orders.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { changedElsewhere } from '../../platform/errors/stale-edit.js';
import type { Actor } from '../../platform/http/access.js';
import { Order } from '../order/order.entity.js';
import { lockOrder } from '../order/order.locks.js';
import { readStaffNotes } from '../reads/staff-notes.js';

/**
 * Changes the shop's own note on an order. The audit log says that it changed, without the text: it outlives the buyer's personal data,
 * and a note may be about the buyer. The same note again changes nothing.
 * @throws ShopError 404; 409 when the note is no longer as its editor saw it, and for a new text after the buyer's account was closed
 */
export async function changeStaffNote(
  tx: EntityManager,
  actor: Actor,
  id: number,
  { note, was }: ChangeStaffNote,
): Promise<void> {
  const order = await lockOrder(tx, { id });
  const before = (await readStaffNotes(tx, [id])).get(id) ?? '';
  if (before === note) return;
  if (before !== was) throw changedElsewhere('Ghi chú nội bộ');
  // What is written after an account's closing would never be erased.
  if (note !== '' && (await tx.existsBy(User, { id: order.userId, closedAt: Not(IsNull()) }))) {
    throw new ShopError(409, 'Khách đã đóng tài khoản, nên không thể ghi thêm về đơn hàng này.');
  }
  await tx.update(Order, id, { staffNote: note });
  await recordAudit(tx, actor, {
    ...order.auditSubject,
    action: 'update',
    after: { staff_note: note === '' ? 'đã xóa' : before === '' ? 'đã thêm' : 'đã sửa' },
  });
}
