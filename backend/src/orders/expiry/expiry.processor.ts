import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import type { Job } from 'bullmq';
import { Every } from '../../platform/recurring.js';
import { ORDERS_QUEUE, OrderExpiry, type ExpireJob } from './expiry.js';

const SWEEP_MS = 60_000;

/** Runs in the worker: expires unpaid orders when they are due, including those whose job was lost. */
@Processor(ORDERS_QUEUE)
export class ExpiryProcessor extends WorkerHost {
  readonly logger = new Logger('Orders');

  constructor(private readonly expiry: OrderExpiry) {
    super();
  }

  /** Jobs are retried; a retry skips orders that have already expired. */
  override process({ data }: Job<ExpireJob>): Promise<void> {
    return this.expiry.expireAll(data.orderIds, data.requestIds);
  }

  @Every(SWEEP_MS, 'Overdue orders are left to the next sweep')
  async tick(): Promise<void> {
    await this.expiry.sweep();
  }
}
