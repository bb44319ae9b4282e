import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { DataSource, IsNull, LessThanOrEqual, type EntityManager } from 'typeorm';
import { Config } from '../config.js';
import { lockOrder } from '../db/locks.js';
import { inTransaction } from '../db/transaction.js';
import { paymentWindow } from '../settings/payment-window.js';
import { cancelOrder } from './cancel-order.js';
import { Order } from './order.entity.js';

export const ORDERS_QUEUE = 'orders';

/** A job of the orders queue: the orders that expire now unless they were paid. */
export interface ExpireJob {
  orderIds: number[];
}

/** How long an order waits for others that have one job with it. */
const GATHER_MS = 50;
/** How many overdue orders a sweep cancels at most; the next one takes the rest. */
const SWEEP_SIZE = 100;

/** Unpaid orders do not keep their goods for ever. */
@Injectable()
export class OrderExpiry {
  private readonly logger = new Logger('Orders');
  /** Whose job is about to be added. */
  private readonly placed: number[] = [];

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    @InjectQueue(ORDERS_QUEUE) private readonly queue: Queue<ExpireJob>,
  ) {}

  /**
   * Sees to it that an order expires at its time; call it after the commit. Nobody waits for it, and it never fails: when
   * the job cannot be added, or is lost, the worker's sweep finds the order. Orders of one moment have one job: a job for
   * each took PostgreSQL half as long as placing it.
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

  /** Cancels an order that is unpaid and overdue, and leaves any other as it is. */
  async expire(orderId: number): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      const order = await lockOrder(tx, { id: orderId });
      if (order.isPaid || order.isCancelled || order.createdAt > (await this.latestOverdue(tx))) return;
      await cancelOrder(tx, order, 'expire', { is: 'shop' });
    });
  }

  /**
   * Expires several. One that cannot be cancelled, such as one that somebody holds for long, does not keep the rest waiting.
   * @throws AggregateError after all of them, when some could not
   */
  async expireAll(orderIds: number[]): Promise<void> {
    const failures: unknown[] = [];
    for (const id of orderIds) await this.expire(id).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) {
      throw new AggregateError(failures, `${failures.length} orders did not expire: ${(failures[0] as Error).message}`);
    }
  }

  /** Expires what is overdue and had no job. @returns how many orders it looked at */
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

  /** An owner who changes it changes it for orders that are already waiting: the sweep finds what is overdue by then. */
  private window(tx: EntityManager): Promise<number> {
    return paymentWindow(tx, this.config.orderPaymentWindow);
  }
}
