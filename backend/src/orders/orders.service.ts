import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { audit } from '../audit/audit.js';
import { priceLines, takeStock, type PricedLine } from '../catalog/stock.js';
import type { Actor, Principal } from '../common/access.js';
import { once, type Attempt } from '../common/once.js';
import { ShopError } from '../common/shop-error.js';
import type { OrderQuery, PlaceOrder, Placed } from '../contract/orders.js';
import { orderTotals, type OrderTotals, type Vnd } from '../contract/rules.js';
import { CouponRefused, holdCoupon, useCoupon, type HeldCoupon } from '../coupons/coupon-uses.js';
import { lockOrder } from '../db/locks.js';
import { inTransaction } from '../db/transaction.js';
import { pricingRules } from '../settings/pricing.js';
import { cancelOrder } from './cancel-order.js';
import { OrderExpiry } from './expiry.js';
import { markPaid } from './mark-paid.js';
import { ORDER_BY, ordersWhere } from './order-list.sql.js';
import { logOrder } from './order-log.js';
import { Order } from './order.entity.js';
import { RefundRequest } from './refund-request.entity.js';

/** Orders from the cart to the payment's door. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly db: DataSource,
    private readonly expiry: OrderExpiry,
  ) {}

  /**
   * Places an order at the shop's own prices and takes its goods out of stock: all of it or nothing.
   * @throws ShopError 400 for lines or a coupon that do not hold; 409 with `expected` when the page showed other totals,
   *   and 409 naming the first thing of which there are too few
   */
  async place(userId: number, wanted: PlaceOrder, attempt: Attempt): Promise<Placed> {
    const placed = await inTransaction(this.db, (tx) => once(tx, attempt, () => place(tx, userId, wanted)));
    // Nobody waits for it: without Redis or its tables a queue may not answer for a while, and the sweep is there.
    void this.expiry.schedule(placed.id);
    return placed;
  }

  /** A slice of one's own orders, for an administrator of all, newest first unless asked otherwise, and how many there are. */
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
    const orders = await this.db.manager.find(Order, {
      where: { id: In(slice.map(({ id }) => id)) },
      relations: { items: true, user: true, refundRequest: true },
      // A query for each relation: joined, an order would come once for each of its items.
      relationLoadStrategy: 'query',
    });
    const byId = new Map(orders.map((order) => [order.id, order]));
    return [slice.flatMap(({ id }) => byId.get(id) ?? []), await where.count(this.db, 'orders o')];
  }

  /** @throws ShopError 404, also for another user's order */
  async one(me: Principal, id: number): Promise<Order> {
    const order = await this.db.manager.findOne(Order, {
      where: { ...visibleTo(me), id },
      relations: { items: true, user: true, refundRequest: true },
    });
    if (!order) throw ShopError.notFound('Không tìm thấy đơn hàng.');
    return order;
  }

  /**
   * Cancels one's own unpaid order; its goods and its coupon come back.
   * @throws ShopError 404, 409 for a paid or cancelled order
   */
  async cancel(me: Principal, id: number): Promise<Order> {
    await inTransaction(this.db, async (tx) => {
      const order = await lockOrder(tx, { id, userId: me.id });
      await cancelOrder(tx, order, 'cancel', { is: 'buyer', id: me.id });
    });
    return this.one(me, id);
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

async function place(tx: EntityManager, userId: number, wanted: PlaceOrder): Promise<Placed> {
  const lines = await priceLines(
    tx,
    wanted.orderItems.map((line) => ({ productId: line.id, variantId: line.variant_id ?? null, qty: line.qty })),
  );
  const { totals, coupon } = await totalsOf(tx, lines, { userId, code: wanted.coupon_code });
  if (totals.totalPrice !== wanted.totalPrice) {
    throw new ShopError(409, 'Giá đã thay đổi. Vui lòng kiểm tra lại đơn hàng.', { expected: totals });
  }
  const order = await tx.save(Order, {
    ...totals,
    ...addressOf(wanted),
    userId,
    paymentMethod: wanted.paymentMethod,
    couponCode: coupon?.coupon.code ?? null,
    items: lines.map(({ name, ...line }) => ({ ...line, productName: name })),
  });
  const actor = { is: 'buyer', id: userId } as const;
  await logOrder(tx, order, 'place', { before: null, after: 'unpaid', actor });
  if (coupon) await useCoupon(tx, coupon, order);
  await takeStock(tx, order.id, lines);
  if (totals.totalPrice === 0) {
    await markPaid(tx, [{ order: await lockOrder(tx, { id: order.id }), actor }]);
  }
  return { id: order.id };
}

async function totalsOf(
  tx: EntityManager,
  lines: PricedLine[],
  { userId, code }: { userId: number; code: string | null | undefined },
): Promise<{ totals: OrderTotals; coupon: HeldCoupon | null }> {
  const rules = await pricingRules(tx);
  const total = (couponAmount: Vnd) => {
    try {
      return orderTotals(lines, couponAmount, rules);
    } catch (error) {
      if (error instanceof RangeError) throw new ShopError(400, 'Giá trị đơn hàng quá lớn');
      throw error;
    }
  };
  const without = total(0);
  if (!code) return { totals: without, coupon: null };
  const coupon = await holdCoupon(tx, { code, userId, sum: without.totalPrice }).catch((error: unknown) => {
    if (error instanceof CouponRefused) throw ShopError.fields({ coupon_code: [error.message] });
    throw error;
  });
  return { totals: total(coupon.coupon.discountAmount), coupon };
}

const visibleTo = (me: Principal): FindOptionsWhere<Order> => (me.isAdmin ? {} : { userId: me.id });

function addressOf({ shippingAddress }: PlaceOrder) {
  const { address, city, postalCode, country, receiver = '', phone = '' } = shippingAddress;
  return { address, city, postalCode, country, receiver, phone };
}
