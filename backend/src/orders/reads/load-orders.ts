import { In, type DataSource, type FindOptionsWhere } from 'typeorm';
import { MAX_ORDER_LINES, MAX_PAGE_SIZE } from '../../contract/rules.js';
import { Order, REASONED_TRANSITIONS } from '../order/order.entity.js';
import { countFitting, readOrderLines } from './order-list.sql.js';
import { OrderEvent } from '../transitions/order-event.entity.js';
import { addRefunded } from '../transitions/refund-order.js';

/** The maximum number of lines in one list: those of the longest page. */
const MAX_LISTED_LINES = MAX_PAGE_SIZE * MAX_ORDER_LINES;

/**
 * Loads orders with everything that their view needs. TypeORM compares each order with each line, whichever way it loads them,
 * so it loads only the to-one relations, and the lines come from one statement of their own.
 */
export async function loadOrders(db: DataSource, where: FindOptionsWhere<Order>): Promise<Order[]> {
  const orders = await db.manager.find(Order, { where, relations: { user: true, refundRequest: true } });
  const byId = new Map(orders.map((order) => [order.id, Object.assign(order, { items: [] })]));
  for (const line of await readOrderLines(db, [...byId.keys()])) byId.get(line.orderId)?.items.push(line);
  await addRefunded(db, orders);
  await addEnds(db, orders);
  return orders;
}

/** Adds administrators' reasons, and which orders expired: one statement, none if no order may have either. */
async function addEnds(db: DataSource, orders: readonly Order[]): Promise<void> {
  const ended = new Map(orders.filter(mayHaveReason).map((order) => [order.id, order]));
  if (ended.size === 0) return;
  const events = await db.manager.find(OrderEvent, {
    where: { orderId: In([...ended.keys()]), transition: In(['expire', ...REASONED_TRANSITIONS]) },
    order: { id: 'ASC' },
  });
  // A request may be rejected, deleted, made again and rejected without a reason: the last one counts.
  for (const { orderId, transition, reason } of events) {
    const order = ended.get(orderId)!;
    if (transition === 'expire') order.isExpired = true;
    else order.reasons = { ...order.reasons, [transition]: reason };
  }
}

const mayHaveReason = ({ isCancelled, refundedAt, refundRequest }: Order): boolean =>
  isCancelled || refundedAt !== null || refundRequest?.isApproved === false;

/**
 * Cuts a list of orders where their lines exceed the maximum of a page, which limits the size of a response.
 * @param ids of the orders, in the order of the list
 * @returns the first of these ids, at least one
 */
export async function cutToLines(db: DataSource, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length <= MAX_PAGE_SIZE) return ids;
  return ids.slice(0, Math.max(await countFitting(db, ids, MAX_LISTED_LINES), 1));
}
