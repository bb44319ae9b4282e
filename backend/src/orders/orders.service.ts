import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { audit } from '../audit/audit.js';
import type { Actor, Principal } from '../common/access.js';
import type { Attempt } from '../common/once.js';
import { ShopError } from '../common/shop-error.js';
import { Together } from '../common/together.js';
import { Config } from '../config.js';
import type { CancelOrder, OrderQuery, PlaceOrder, Placed } from '../contract/orders.js';
import { TEXTS } from '../contract/rules.js';
import { lockOrder } from '../db/locks.js';
import { inTransaction } from '../db/transaction.js';
import { cancelOrder } from './cancel-order.js';
import { addDisputes } from './disputes.js';
import { OrderExpiry } from './expiry.js';
import { cutToLines, loadOrders } from './load-orders.js';
import { ORDER_BY, ordersWhere } from './order-list.sql.js';
import { logOrder } from './order-log.js';
import { Order } from './order.entity.js';
import { placeOrders, type Cart } from './place-orders.js';
import { RefundRequest } from './refund-request.entity.js';

/** Orders from the cart to the payment's door. */
@Injectable()
export class OrdersService {
  private readonly carts = new Together((carts: Cart[]) =>
    inTransaction(this.db, (tx) => placeOrders(tx, carts, this.config.limitsRates)),
  );

  constructor(
    private readonly db: DataSource,
    private readonly expiry: OrderExpiry,
    private readonly config: Config,
  ) {}

  /**
   * Places an order at the shop's own prices and takes its goods out of stock: all of it or nothing.
   * @throws ShopError 400 for lines or a coupon that do not hold; 409 with `expected` when the page showed other totals,
   *   409 naming the first thing of which there are too few, and 409 with `unpaid_orders`, the ids of the account's orders
   *   that hold too much already
   */
  async place(userId: number, wanted: PlaceOrder, attempt: Attempt): Promise<Placed> {
    const cart = { userId, wanted, attempt };
    // A coupon is locked, and with others one would wait for it.
    const placed = await (wanted.coupon_code ? this.carts.alone(cart) : this.carts.ask(cart));
    this.expiry.schedule(placed.id);
    return placed;
  }

  /**
   * A slice of one's own orders, for an administrator of all, newest first unless asked otherwise, and how many there are.
   * A slice longer than a page ends early where its orders' lines become too many for one answer.
   */
  async list(
    me: Principal,
    query: OrderQuery,
    { skip, take }: { skip: number; take: number },
  ): Promise<[Order[], number]> {
    const where = ordersWhere(me, query);
    const slice: { id: number }[] = await this.db.query(
      `SELECT o.id FROM orders o ${where.sql} ORDER BY ${ORDER_BY[query.sort ?? 'date-desc']} OFFSET ${skip} LIMIT ${take}`,
      where.values,
    );
    const ids = await cutToLines(
      this.db,
      slice.map(({ id }) => id),
    );
    const orders = await loadOrders(this.db, { id: In(ids) });
    await addDisputes(this.db, orders, me);
    const byId = new Map(orders.map((order) => [order.id, order]));
    return [ids.flatMap((id) => byId.get(id) ?? []), await where.count(this.db, 'orders o')];
  }

  /** @throws ShopError 404, also for another user's order */
  async one(me: Principal, id: number): Promise<Order> {
    const [order] = await loadOrders(this.db, { ...visibleTo(me), id });
    if (!order) throw ShopError.notFound('Không tìm thấy đơn hàng.');
    await addDisputes(this.db, [order], me);
    return order;
  }

  /**
   * Cancels an unpaid order; its goods and its coupon come back. An administrator acts for the shop when the order is
   * another's or when they give a reason: the buyer's mail and the audit log then tell it.
   * @param reason empty for none; a buyer's is ignored
   * @throws ShopError 404, also for another user's order; 400 for an administrator without a reason; 409 for a paid or
   *   cancelled order
   */
  async cancel(by: Actor, id: number, { reason }: CancelOrder): Promise<Order> {
    await inTransaction(this.db, async (tx) => {
      const order = await lockOrder(tx, { ...visibleTo(by), id });
      const isOwner = order.userId === by.id;
      if (isOwner && !(by.isAdmin && reason)) {
        await cancelOrder(tx, order, 'cancel', { is: 'buyer', id: by.id });
        return;
      }
      if (!reason) throw ShopError.fields({ reason: [TEXTS.cancelReason] });
      await cancelOrder(tx, order, 'cancel', { is: 'admin', id: by.id }, reason);
      await audit(tx, by, {
        action: 'cancel',
        subject: 'order',
        id,
        name: `Đơn hàng #${id}`,
        before: { isCancelled: false },
        after: { isCancelled: true, reason },
      });
    });
    return this.one(by, id);
  }

  /**
   * Says that an order has reached its buyer.
   * @param by an administrator
   * @throws ShopError 404, 409 unless it is paid, not refunded and not delivered yet
   */
  async deliver(by: Actor, id: number): Promise<Order> {
    await inTransaction(this.db, async (tx) => {
      const order = await lockOrder(tx, { id });
      order.refundRequest = await tx.findOneBy(RefundRequest, { orderId: id });
      const before = order.status;
      order.deliver(new Date());
      await tx.update(Order, id, { deliveredAt: order.deliveredAt });
      await logOrder(tx, order, 'deliver', { before, after: order.status, actor: { is: 'admin', id: by.id } });
      await audit(tx, by, {
        action: 'deliver',
        subject: 'order',
        id,
        name: `Đơn hàng #${id}`,
        before: { isDelivered: false },
        after: { isDelivered: true },
      });
    });
    return this.one(by, id);
  }
}

const visibleTo = (me: Principal): { userId?: number } => (me.isAdmin ? {} : { userId: me.id });
