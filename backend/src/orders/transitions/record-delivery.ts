import type { EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { Order } from '../order/order.entity.js';
import { lockOrder } from '../order/order.locks.js';
import { RefundRequest } from '../order/refund-request.entity.js';
import { recordOrderEvent } from './order-log.js';

/**
 * Marks an order as delivered, or takes that back. The buyer of a refunded order gets no mail about it.
 * @param actor an administrator
 * @throws ShopError 404; 409 when `Order.deliver` or `Order.undoDelivery` refuses it
 */
export async function recordDelivery(tx: EntityManager, actor: Actor, id: number, isDelivered: boolean): Promise<void> {
  const order = await lockOrder(tx, { id });
  order.refundRequest = await tx.findOneBy(RefundRequest, { orderId: id });
  const before = order.status;
  if (isDelivered) order.deliver(new Date());
  else order.undoDelivery();
  await tx.update(Order, id, { deliveredAt: order.deliveredAt });
  await recordOrderEvent(tx, order, isDelivered ? 'deliver' : 'undo_delivery', {
    before,
    after: order.status,
    actor: { is: 'admin', id: actor.id },
    isMailed: order.refundedAt === null,
  });
  await recordAudit(tx, actor, {
    ...order.auditSubject,
    action: isDelivered ? 'deliver' : 'update',
    before: { isDelivered: !isDelivered },
    after: { isDelivered },
  });
}
