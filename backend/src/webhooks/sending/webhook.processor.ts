import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { MAX_WEBHOOK_ENDPOINTS } from '../../contract/administration/integration-rules.js';
import { dueEndpoints } from './delivery-claims.sql.js';
import { WebhookSender } from './webhook-sender.service.js';
import { Recurring } from '../../platform/recurring.js';
import { repeatedLine } from '../../platform/errors/repeated-line.js';

export const WEBHOOK_QUEUE = 'webhooks';

/** A job of the queue: sends what is due to one endpoint. */
interface DrainJob {
  endpointId: number;
}

const SCAN_MS = 2_000;

/**
 * Runs in the worker: looks for endpoints with due webhooks and adds a job for each. Its id prevents a second job for the endpoint, so
 * a slow one never has more connections than one job opens, and the others are served meanwhile.
 */
@Processor(WEBHOOK_QUEUE, { concurrency: MAX_WEBHOOK_ENDPOINTS })
export class WebhookProcessor extends WorkerHost {
  private readonly logger = new Logger('Webhooks');
  private readonly scans = new Recurring(
    () => this.addDue(),
    repeatedLine(({ message }: Error) => this.logger.warn(`Due webhooks could not be read: ${message}`)),
  );

  constructor(
    private readonly db: DataSource,
    private readonly sender: WebhookSender,
    @InjectQueue(WEBHOOK_QUEUE) private readonly queue: Queue<DrainJob>,
  ) {
    super();
  }

  override process(job: Job<DrainJob>): Promise<void> {
    return this.sender.drain(job.data.endpointId);
  }

  @Interval(SCAN_MS)
  tick(): Promise<void> {
    return this.scans.tick();
  }

  private async addDue(): Promise<void> {
    const due = await dueEndpoints(this.db);
    if (due.length > 0) await this.queue.addBulk(due.map(jobOf));
  }
}

const jobOf = (endpointId: number) => ({
  name: 'drain',
  data: { endpointId },
  opts: { jobId: `endpoint-${endpointId}`, attempts: 1, removeOnComplete: true, removeOnFail: true },
});
