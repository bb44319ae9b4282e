import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Job } from 'bullmq';
import { ORDERS_QUEUE, OrderExpiry, type ExpireJob } from './expiry.js';

const SWEEP_MS = 60_000;

/** Runs in the worker: expires orders at their time, also those whose job was lost. */
@Processor(ORDERS_QUEUE)
export class ExpiryProcessor extends WorkerHost {
  private readonly logger = new Logger('Orders');

  constructor(private readonly expiry: OrderExpiry) {
    super();
  }

  /** One that fails runs again, and passes over what it has expired by then. */
  override async process({ data }: Job<ExpireJob>): Promise<void> {
    for (const orderId of data.orderIds) await this.expiry.expire(orderId);
  }

  @Interval(SWEEP_MS)
  async sweep(): Promise<void> {
    try {
      await this.expiry.sweep();
    } catch (error) {
      this.logger.warn(`Overdue orders could not be looked for: ${(error as Error).message}`);
    }
  }
}
