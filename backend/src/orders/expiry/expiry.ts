import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { DataSource, IsNull, LessThanOrEqual, type EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { lockOrder } from '../order.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { paymentWindow } from '../../settings/payment-window.js';
import { cancelOrder } from '../transitions/cancel-order.js';
import { Order } from '../order.entity.js';

export const ORDERS_QUEUE = 'orders';

/** A job of the orders queue: orders to expire unless they are paid. */
export interface ExpireJob {
  orderIds: number[];
}

/** How long orders are gathered for one job. */
const GATHER_MS = 50;
/** The maximum number of overdue orders in one sweep; the next sweep takes the rest. */
const SWEEP_SIZE = 100;

/** Cancels orders that are not paid within the payment window, which returns their goods to stock. */
@Injectable()
export class OrderExpiry {
  private readonly logger = new Logger('Orders');
  /** Orders whose job is about to be added. */
  private readonly placed: number[] = [];

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
  schedule(orderId: number): void {
    this.placed.push(orderId);
    if (this.placed.length === 1) setTimeout(() => void this.addJob(this.placed.splice(0)), GATHER_MS);
  }

  private async addJob(orderIds: number[]): Promise<void> {
    try {
      await this.queue.add(
        'expire',
        { orderIds },
        {
          jobId: `expire-${orderIds[0]}`,
          delay: await this.window(this.db.manager),
          attempts: 5,
          backoff: { type: 'exponential', delay: 1_000 },
          removeOnComplete: true,
          removeOnFail: true,
        },
      );
    } catch (error) {
      this.logger.warn(`The expiry of orders ${orderIds.join(', ')} is left to the sweep: ${(error as Error).message}`);
    }
  }

  /** Cancels an order if it is unpaid and overdue. */
  async expire(orderId: number): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      const order = await lockOrder(tx, { id: orderId });
      if (order.isPaid || order.isCancelled || order.createdAt > (await this.latestOverdue(tx))) return;
      await cancelOrder(tx, order, 'expire', { is: 'shop' });
    });
  }

  /**
   * Expires several orders. One that fails, such as one that stays locked, does not stop the rest.
   * @throws AggregateError after all of them, when some failed
   */
  async expireAll(orderIds: number[]): Promise<void> {
    const failures: unknown[] = [];
    for (const id of orderIds) await this.expire(id).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) {
      throw new AggregateError(failures, `${failures.length} orders did not expire: ${(failures[0] as Error).message}`);
    }
  }

  /** Expires overdue orders that had no job. @returns the number of orders checked */
  async sweep(): Promise<number> {
    const overdue = await this.db.manager.find(Order, {
      where: {
        paidAt: IsNull(),
        cancelledAt: IsNull(),
        createdAt: LessThanOrEqual(await this.latestOverdue(this.db.manager)),
      },
      select: { id: true },
      order: { createdAt: 'ASC' },
      take: SWEEP_SIZE,
    });
    await this.expireAll(overdue.map(({ id }) => id));
    return overdue.length;
  }

  private async latestOverdue(tx: EntityManager): Promise<Date> {
    return new Date(Date.now() - (await this.window(tx)));
  }

  /** A change of the setting applies to pending orders too: the sweep finds those that are overdue by the new value. */
  private window(tx: EntityManager): Promise<number> {
    return paymentWindow(tx, this.config.orderPaymentWindow);
  }
}
