import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { recordAudit } from '../audit/audit.js';
import type { Actor, Principal } from '../platform/http/access.js';
import { callerNetwork } from '../platform/rate-limits/networks.js';
import { storedResponse, type KeyedRequest } from '../platform/batching/idempotency.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { RateLimits } from '../platform/rate-limits/rate-limits.js';
import { RequestBatcher } from '../platform/batching/request-batcher.js';
import { Config } from '../platform/config/config.js';
import type { CancelOrder } from '../contract/orders/orders.js';
import type { OrderQuery } from '../contract/orders/order-query.js';
import type { PlaceOrder, Placed } from '../contract/orders/placing.js';
import { TEXTS } from '../contract/rules.js';
import { lockOrder } from './order/order.locks.js';
import { PrioritySemaphore } from '../platform/database/connections/priority-semaphore.js';
import { inTransaction } from '../platform/database/transaction.js';
import { cancelOrder } from './transitions/cancel-order.js';
import { addDisputes } from './order/disputes.js';
import { OrderExpiry } from './expiry/expiry.js';
import { cutToLines, loadOrders } from './reads/load-orders.js';
import { readOrder, visibleTo } from './reads/read-order.js';
import { addStaffNotes } from './reads/staff-notes.js';
import { listOrderIds, ordersWhere } from './reads/order-list.sql.js';
import { recordDelivery } from './transitions/record-delivery.js';
import { networkHash } from './placing/network-hash.js';
import { Order } from './order/order.entity.js';
import type { CartToPlace } from './placing/lock-carts.js';
import { placeOrders } from './placing/place-orders.js';

/** How many orders with a coupon run at once: those with the same coupon wait for its lock on a connection each. */
const MAX_COUPON_ORDERS = 4;

/** The buyer's account and network, see `networkOf`. */
interface Buyer {
  me: Principal;
  network: string;
}

/** Places, lists, cancels and delivers orders. */
@Injectable()
export class OrdersService {
  private readonly carts = new RequestBatcher((carts: CartToPlace[]) =>
    inTransaction(this.db, (tx) => placeOrders(tx, carts, this.config.limitsRates)),
  );

  /** Orders with coupons wait for each other, with a connection each. Most of those for payments stay free. */
  private readonly couponSlots = new PrioritySemaphore(MAX_COUPON_ORDERS);
  private readonly hashOf: (network: string) => string;

  constructor(
    private readonly db: DataSource,
    private readonly expiry: OrderExpiry,
    private readonly config: Config,
    private readonly limits: RateLimits,
  ) {
    this.hashOf = networkHash(config.jwtSecret);
  }

  /**
   * Places an order at the shop's current prices and takes its goods out of stock, in one transaction.
   * @throws ShopError 400 for invalid lines or an invalid coupon; 409 with `expected` when the page showed other totals; 409
   *   naming the first item that is short of stock; 409 with `unpaid_orders`, the ids of the account's unpaid orders, when these
   *   hold too much, alone or together with those of other newcomers in the buyer's network
   */
  async place({ me, network }: Buyer, request: PlaceOrder, attempt: KeyedRequest): Promise<Placed> {
    const isMailed = await this.mayMail(me, attempt);
    const networkHash = this.limits.exempts(network) ? null : this.hashOf(callerNetwork(network));
    const cart = { userId: me.id, isMailed, network: networkHash, request, attempt };
    try {
      // An order with a coupon waits for the coupon's lock; in a batch the other orders would wait with it.
      const placed = await (request.coupon_code
        ? this.couponSlots.run('payment', () => this.carts.runSolo(cart))
        : this.carts.enqueue(cart));
      this.expiry.schedule(placed.id, request.paymentMethod);
      return placed;
    } catch (error) {
      // There is no order to tell of.
      if (isMailed && me.unprovedMailbox !== undefined)
        await this.limits.refund('orderMailPerEmail', me.unprovedMailbox);
      throw error;
    }
  }

  /** Whether the buyer gets a mail about a new order. Anybody can register with a stranger's e-mail and place orders in a loop. */
  private async mayMail({ unprovedMailbox }: Principal, attempt: KeyedRequest): Promise<boolean> {
    if (unprovedMailbox === undefined) return true;
    // A retry places nothing, so it takes none of the mailbox's mails.
    if (await storedResponse(this.db.manager, attempt)) return false;
    return this.limits.tryConsume('orderMailPerEmail', unprovedMailbox);
  }

  /**
   * Lists a slice of the user's orders, of all orders for an administrator, newest first by default, with the total count.
   * A slice longer than a page ends early when its orders have too many lines for one response.
   */
  async list(me: Principal, query: OrderQuery, slice: { skip: number; take: number }): Promise<[Order[], number]> {
    const where = ordersWhere(me, query);
    const ids = await cutToLines(this.db, await listOrderIds(this.db, where, query.sort, slice));
    const orders = await loadOrders(this.db, { id: In(ids) });
    await addDisputes(this.db, orders, me);
    await addStaffNotes(this.db.manager, orders, me);
    const byId = new Map(orders.map((order) => [order.id, order]));
    return [ids.flatMap((id) => byId.get(id) ?? []), await where.count(this.db, 'orders o')];
  }

  /** Returns an order, see `readOrder`. @throws ShopError 404, also for another user's order */
  get(me: Principal, id: number): Promise<Order> {
    return readOrder(this.db, me, id);
  }

  /**
   * Cancels an unpaid order and releases its goods and its coupon use. An administrator acts for the shop when the order is
   * another user's, when they give a reason, or by an API key; the buyer's mail and the audit log then state it.
   * @param reason empty for none; ignored for a buyer
   * @throws ShopError 404, also for another user's order; 400 for an administrator without a reason; 409 when
   *   `Order.cancel` refuses it
   */
  async cancel(actor: Actor, id: number, { reason }: CancelOrder): Promise<Order> {
    await inTransaction(this.db, async (tx) => {
      const order = await lockOrder(tx, { ...visibleTo(actor), id });
      const isOwner = order.userId === actor.id && !actor.apiKey;
      if (isOwner && !(actor.isAdmin && reason)) {
        await cancelOrder(tx, order, 'cancel', { is: 'buyer', id: actor.id });
        return;
      }
      if (!reason) throw ShopError.fields({ reason: [TEXTS.cancelReason] });
      await cancelOrder(tx, order, 'cancel', { is: 'admin', id: actor.id }, reason);
      await recordAudit(tx, actor, {
        ...order.auditSubject,
        action: 'cancel',
        before: { isCancelled: false },
        after: { isCancelled: true, reason },
      });
    });
    return this.get(actor, id);
  }

  /**
   * Marks an order as delivered. One that is paid in cash on delivery may be unpaid: its goods are handed over before the cash is
   * recorded, and from then on it neither expires nor can be cancelled.
   * @param actor an administrator
   * @throws ShopError 404, 409 unless it is paid, or is paid on delivery, or was refunded while it was on its way; and once it is delivered
   */
  async deliver(actor: Actor, id: number): Promise<Order> {
    await inTransaction(this.db, (tx) => recordDelivery(tx, actor, id, true));
    return this.get(actor, id);
  }
}
