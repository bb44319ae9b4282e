import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import { MailSender } from './sender.service.js';

export const MAIL_QUEUE = 'mail';

/** A job of the mail queue: the mail that is sent now if it is due. */
interface SendJob {
  mailId: number;
}

const LOOK_MS = 2_000;
/** A shop that sold a thousand orders in a minute does not have its mail server flooded. */
const MOST_AT_ONCE = 100;

/**
 * Runs in the worker: looks for mails that are due and makes a job of each. Whoever wrote them tells nobody: commits that
 * notify take turns, and payments must not.
 */
@Processor(MAIL_QUEUE, { concurrency: 4 })
export class MailProcessor extends WorkerHost {
  private readonly logger = new Logger('Mail');
  private isLooking = false;

  constructor(
    private readonly sender: MailSender,
    @InjectQueue(MAIL_QUEUE) private readonly queue: Queue<SendJob>,
  ) {
    super();
  }

  override process(job: Job<SendJob>): Promise<void> {
    return this.sender.send(job.data.mailId);
  }

  /** A mail that has a job already gets no second one: it is known by its id. */
  @Interval(LOOK_MS)
  async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      const due = await this.sender.due(MOST_AT_ONCE);
      if (due.length > 0) await this.queue.addBulk(due.map(jobOf));
    } catch (error) {
      this.logger.warn(`Mails could not be looked for: ${(error as Error).message}`);
    } finally {
      this.isLooking = false;
    }
  }
}

/** The row counts the attempts, so the job has only one. */
const jobOf = (mailId: number) => ({
  name: 'send',
  data: { mailId },
  opts: { jobId: `mail-${mailId}`, attempts: 1, removeOnComplete: true, removeOnFail: true },
});
