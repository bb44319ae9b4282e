import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { DataSource, In, IsNull, LessThanOrEqual } from 'typeorm';
import { PAYMENT_METHODS, type PaymentMethod } from '../../contract/rules.js';
import { Config } from '../../platform/config/config.js';
import { repeatedLine } from '../../platform/errors/repeated-line.js';
import { currentOrigin, followUp } from '../../platform/queue/job-request.js';
import { lockOrder } from '../order/order.locks.js';
import { readTime } from '../../platform/database/read-time.sql.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { cancelOrder } from '../transitions/cancel-order.js';
import { Order } from '../order/order.entity.js';
import { orderWindows, type OrderWindow } from '../order/order-window.js';

export const ORDERS_QUEUE = 'orders';

/** A job of the orders queue: orders to expire unless they are paid. */
export interface ExpireJob {
  orderIds: number[];
  /** The requests that placed them, in the same order, as `currentOrigin` gives them; missing in jobs of earlier releases. */
  requestIds?: (string | null)[];
}

/** An order whose job is about to be added. */
interface PlacedOrder {
  id: number;
  method: PaymentMethod;
  requestId: string | null;
}

/** How long orders are gathered for one job. It delays their expiry, which matters little in a window of minutes or more. */
const GATHER_MS = 500;
/** How many overdue orders a sweep takes at once, and how often at most. */
const PAGE_SIZE = 100;
const MAX_PAGES = 10;

/**
 * Cancels orders that are not paid within the window of their payment method, which returns their goods to stock. Goods that were
 * sent or delivered before they are paid are not in the shop, and their order stays.
 */
@Injectable()
export class OrderExpiry {
  private readonly logger = new Logger('Orders');
  private readonly placed: PlacedOrder[] = [];
  /** While the queue is down, every batch of orders fails. */
  private readonly logLeft = repeatedLine((orders: PlacedOrder[], { message }: Error) =>
    this.logger.warn(`The expiry of orders ${orders.map(({ id }) => id).join(', ')} is left to the sweep: ${message}`),
  );

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    @InjectQueue(ORDERS_QUEUE) private readonly queue: Queue<ExpireJob>,
  ) {}

  /**
   * Schedules the expiry of an order; call it after the commit. It does not block and never fails: if the job cannot be added,
   * or is lost, the worker's sweep finds the order. Orders placed together share a job: a job for each took PostgreSQL half as
   * long as placing the order.
   */
  schedule(id: number, method: PaymentMethod): void {
    this.placed.push({ id, method, requestId: currentOrigin() ?? null });
    if (this.placed.length === 1) setTimeout(() => void this.addJobs(this.placed.splice(0)), GATHER_MS);
  }

  /** Adds a job for the orders of each window. */
  private async addJobs(placed: PlacedOrder[]): Promise<void> {
    try {
      const windowOf = await orderWindows(this.db.manager, this.config.orderPaymentWindow);
      const delays = new Set(placed.map(({ method }) => windowOf(method)));
      for (const delay of delays) {
        const due = placed.filter(({ method }) => windowOf(method) === delay);
        await this.addJob(due, delay);
      }
    } catch (error) {
      this.logLeft(placed, error as Error);
    }
  }

  private async addJob(orders: PlacedOrder[], delay: number): Promise<void> {
    await this.queue.add(
      'expire',
      { orderIds: orders.map(({ id }) => id), requestIds: orders.map(({ requestId }) => requestId) },
      {
        // The timer runs in the context of the first request, and the other orders belong to other requests.
        telemetry: { omitContext: true },
        jobId: `expire-${orders[0]!.id}`,
        delay,
        attempts: 5,
        backoff: { type: 'exponential', delay: 1_000 },
        removeOnComplete: true,
        removeOnFail: true,
      },
    );
  }

  /** Cancels an order if it is unpaid and overdue. */
  async expire(orderId: number): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      const order = await lockOrder(tx, { id: orderId });
      if (order.isPaid || order.isCancelled || order.areGoodsOut) return;
      const windowOf = await orderWindows(tx, this.config.orderPaymentWindow);
      const now = await readTime(tx);
      if (order.createdAt.getTime() > now.getTime() - windowOf(order.paymentMethod)) return;
      await cancelOrder(tx, order, 'expire', { is: 'shop' });
    });
  }

  /**
   * Expires several orders, each for the request that placed it. One that fails, such as one that stays locked, does not stop the rest.
   * @throws Error after all of them, when some failed
   */
  async expireAll(orderIds: number[], requestIds: readonly (string | null)[] = []): Promise<void> {
    throwIfAny(await this.expireEach(orderIds, requestIds));
  }

  /** @returns the orders that failed */
  private async expireEach(orderIds: number[], requestIds: readonly (string | null)[] = []): Promise<number[]> {
    const failed: number[] = [];
    for (const [nth, id] of orderIds.entries()) {
      await followUp('expire order', requestIds[nth], () => this.expire(id)).catch((error: unknown) => {
        this.logger.warn({ err: error, orderId: id }, `Order ${id} did not expire`);
        failed.push(id);
      });
    }
    return failed;
  }

  /**
   * Expires overdue orders that had no job. A change of the settings applies to pending orders too: they are found here by the new
   * window. A page without a failure ends the sweep, and the next one takes the rest: orders that always fail stop no other.
   * @returns the number of orders checked
   * @throws Error after all of them, when some failed
   */
  async sweep(): Promise<number> {
    const now = await readTime(this.db);
    const windowOf = await orderWindows(this.db.manager, this.config.orderPaymentWindow);
    const failed: number[] = [];
    let checked = 0;
    for (let pages = 1; pages <= MAX_PAGES; pages++) {
      // Those that failed are still overdue: the next page begins behind them.
      const page = await this.overdue(now, windowOf, failed.length);
      const failures = await this.expireEach(page);
      failed.push(...failures);
      checked += page.length;
      if (failures.length === 0 || page.length < PAGE_SIZE) break;
    }
    throwIfAny(failed);
    return checked;
  }

  /**
   * Lists overdue orders, the oldest first.
   * @param now by the database's clock
   * @param skip the number of the oldest ones to leave out
   */
  private async overdue(now: Date, windowOf: OrderWindow, skip: number): Promise<number[]> {
    const windows = [...new Set(PAYMENT_METHODS.map(windowOf))];
    const orders = await this.db.manager.find(Order, {
      where: windows.map((window) => ({
        paidAt: IsNull(),
        cancelledAt: IsNull(),
        deliveredAt: IsNull(),
        sentAt: IsNull(),
        paymentMethod: In(PAYMENT_METHODS.filter((method) => windowOf(method) === window)),
        createdAt: LessThanOrEqual(new Date(now.getTime() - window)),
      })),
      select: { id: true },
      order: { createdAt: 'ASC', id: 'ASC' },
      skip,
      take: PAGE_SIZE,
    });
    return orders.map(({ id }) => id);
  }
}

function throwIfAny(failed: number[]): void {
  if (failed.length > 0) throw new Error(`${failed.length} orders did not expire: ${failed.join(', ')}`);
}
