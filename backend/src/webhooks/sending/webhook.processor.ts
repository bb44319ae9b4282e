import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { MAX_WEBHOOK_ENDPOINTS } from '../../contract/administration/integration-rules.js';
import { dueEndpoints } from './delivery-claims.sql.js';
import { WebhookSender } from './webhook-sender.service.js';
import { Every } from '../../platform/recurring.js';

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
  readonly logger = new Logger('Webhooks');

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

  @Every(SCAN_MS, 'Due webhooks could not be read')
  async tick(): Promise<void> {
    const due = await dueEndpoints(this.db);
    if (due.length > 0) await this.queue.addBulk(due.map(jobOf));
  }
}

const jobOf = (endpointId: number) => ({
  name: 'drain',
  data: { endpointId },
  opts: { jobId: `endpoint-${endpointId}`, attempts: 1, removeOnComplete: true, removeOnFail: true },
});
