import { IsNull, Not, type EntityManager } from 'typeorm';
import { recordAudit } from '../audit/audit.js';
import { User } from '../auth/users/user.entity.js';
import type { RefundOrder } from '../contract/money/refunds.js';
import { lockOrder } from '../orders/order/order.locks.js';
import { RefundRequest } from '../orders/order/refund-request.entity.js';
import { recordOrderEvent } from '../orders/transitions/order-log.js';
import { ShopError } from '../platform/errors/shop-error.js';
import type { Actor } from '../platform/http/access.js';
import { refundToWallet } from './refund-to-wallet.js';

/**
 * Refunds an order without a request of its buyer: the shop cannot deliver it, or rejected the request by mistake. The order event is
 * that of an approved request, with a reason.
 * @param actor an administrator
 * @throws ShopError 404; 409 for an unpaid, cancelled or refunded order, while a request of its buyer is undecided or a chargeback is
 *   open, and when the buyer's account is closed
 */
export async function refundForShop(tx: EntityManager, actor: Actor, id: number, { reason }: RefundOrder) {
  const order = await lockOrder(tx, { id });
  order.refundRequest = await tx.findOneBy(RefundRequest, { orderId: id });
  order.mustBePaid();
  if (order.refundRequest?.isApproved === null) {
    throw new ShopError(409, 'Khách đang yêu cầu hoàn tiền cho đơn hàng này. Hãy duyệt hoặc từ chối yêu cầu đó.');
  }
  // The closing of an account waits for the lock of its orders, so the wallet stays open.
  if (await tx.existsBy(User, { id: order.userId, closedAt: Not(IsNull()) })) {
    throw new ShopError(409, 'Khách đã đóng tài khoản, nên không còn ví để nhận tiền hoàn.');
  }
  const before = order.status;
  const amount = await refundToWallet(tx, order);
  await recordOrderEvent(tx, order, 'approve_refund', {
    before,
    after: order.status,
    actor: { is: 'admin', id: actor.id },
    amount,
    reason,
  });
  await recordAudit(tx, actor, {
    action: 'approve',
    subject: 'refund',
    id,
    name: `Hoàn tiền đơn hàng #${id}`,
    before: { status: before },
    after: { status: order.status, amount, reason },
  });
}
