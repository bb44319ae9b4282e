import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import { MailSender } from './sender.service.js';
import { Every } from '../../platform/recurring.js';

export const MAIL_QUEUE = 'mail';

/** A job of the mail queue: sends one mail if it is due. */
interface SendJob {
  mailId: number;
}

const LOOK_MS = 2_000;
/** Limits the load on the mail server after a rush of orders. */
const MAX_AT_ONCE = 100;

/**
 * Runs in the worker: polls for due mails and adds a job for each. Writers do not notify: notifying commits take turns, and
 * payments must not wait for that.
 */
@Processor(MAIL_QUEUE, { concurrency: 4 })
export class MailProcessor extends WorkerHost {
  readonly logger = new Logger('Mail');

  constructor(
    private readonly sender: MailSender,
    @InjectQueue(MAIL_QUEUE) private readonly queue: Queue<SendJob>,
  ) {
    super();
  }

  override process(job: Job<SendJob>): Promise<void> {
    return this.sender.send(job.data.mailId);
  }

  /** Adds jobs for due mails. The job id prevents a second job for the same mail. */
  @Every(LOOK_MS, 'Due mails could not be read')
  async tick(): Promise<void> {
    const due = await this.sender.due(MAX_AT_ONCE);
    if (due.length > 0) await this.queue.addBulk(due.map(jobOf));
  }
}

/** One attempt for each job, because the row counts the attempts. */
const jobOf = (mailId: number) => ({
  name: 'send',
  data: { mailId },
  opts: { jobId: `mail-${mailId}`, attempts: 1, removeOnComplete: true, removeOnFail: true },
});
