import type { EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import { returnStock } from '../../catalog/stock/stock.js';
import type { Actor } from '../../platform/http/access.js';
import { changedElsewhere } from '../../platform/errors/stale-edit.js';
import { CARRIER_NAMES } from '../../contract/orders/carriers.js';
import type { SendOrder } from '../../contract/orders/parcels.js';
import { OrderItem } from '../order/order-item.entity.js';
import { Order, type OrderParcel } from '../order/order.entity.js';
import { lockOrder } from '../order/order.locks.js';
import { RefundRequest } from '../order/refund-request.entity.js';
import { recordOrderEvent } from './order-log.js';

/**
 * Records the parcel in which an order is sent, or corrects it. The buyer gets a mail about the first alone. The same parcel again
 * changes nothing.
 * @param actor an administrator
 * @throws ShopError 404; 409 when `Order.send` refuses it, or when its parcel is no longer as its editor saw it
 */
export async function recordParcel(tx: EntityManager, actor: Actor, id: number, wanted: SendOrder): Promise<void> {
  const order = await lockToSend(tx, id);
  const before = order.parcel;
  order.send({ carrier: wanted.carrier, trackingCode: wanted.tracking_code }, new Date());
  if (isSame(before, wanted)) return;
  if (wanted.was !== undefined && !isSame(before, wanted.was)) throw changedElsewhere('Thông tin gửi hàng');
  await store(tx, actor, order, before);
}

/**
 * Takes back the parcel of an order: it was recorded by mistake, or came back. The goods of a refunded order return to stock.
 * @param actor an administrator
 * @throws ShopError 404; 409 when `Order.undoSend` refuses it
 */
export async function takeParcelBack(tx: EntityManager, actor: Actor, id: number): Promise<void> {
  const order = await lockToSend(tx, id);
  const before = order.parcel;
  order.undoSend();
  await store(tx, actor, order, before);
  if (order.refundedAt) await returnStock(tx, id, await tx.findBy(OrderItem, { orderId: id }));
}

async function lockToSend(tx: EntityManager, id: number): Promise<Order> {
  const order = await lockOrder(tx, { id });
  order.refundRequest = await tx.findOneBy(RefundRequest, { orderId: id });
  return order;
}

const isSame = (parcel: OrderParcel | null, seen: { carrier: string; tracking_code: string } | null): boolean =>
  parcel?.carrier === seen?.carrier && parcel?.trackingCode === seen?.tracking_code;

/** Stores the parcel of an order as it is now. A correction is no step of the order, and has no event. */
async function store(tx: EntityManager, actor: Actor, order: Order, before: OrderParcel | null): Promise<void> {
  const { id, carrier, trackingCode, sentAt, status } = order;
  await tx.update(Order, id, { carrier, trackingCode, sentAt });
  if (!before || !order.parcel) {
    const event = { before: status, after: status, actor: { is: 'admin', id: actor.id } } as const;
    await recordOrderEvent(tx, order, order.parcel ? 'send' : 'undo_send', event);
  }
  await recordAudit(tx, actor, {
    ...order.auditSubject,
    action: 'update',
    before: { parcel: before && CARRIER_NAMES[before.carrier] },
    after: { parcel: order.parcel && auditedText(order.parcel, before) },
  });
}

/** The parcel in the audit log, without its code, by which carriers show who receives it: the log outlives the buyer's personal data. */
const auditedText = ({ carrier, trackingCode }: OrderParcel, before: OrderParcel | null): string =>
  before && before.trackingCode !== trackingCode ? `${CARRIER_NAMES[carrier]}, mã khác` : CARRIER_NAMES[carrier];
