import { Logger } from '@nestjs/common';
import { AsyncResource } from 'node:async_hooks';
import { reasonOfError } from '../errors/error-sentence.js';

/** How often a line says that the queues are still lost, in milliseconds. */
const REPEAT_MS = 10_000;
/** How long they may take to answer, in milliseconds. */
const ANSWER_MS = 2_000;

/**
 * Logs that the queues cannot be reached: once, again every 10 s, and when they are back. A process has many connections to Redis, or to
 * PostgreSQL without it, and each reports each failed attempt, some twenty a second.
 */
export class QueueOutage {
  private readonly logger = new Logger('Queue');
  private timer: NodeJS.Timeout | undefined;
  private error: unknown;
  private answer: Promise<unknown> | undefined;
  /** An outage belongs to no request, though the call of one may notice it first: its lines have no request's id. */
  private readonly scope = new AsyncResource('QueueOutage');

  /** Asks the queues for anything, to learn whether they answer. */
  probe: () => Promise<unknown> = () => Promise.resolve();

  /** Takes an error of any connection that the queues, rate limits or chat have to Redis, or the queues to PostgreSQL. */
  note(error: unknown): void {
    this.error = error;
    if (!this.timer) this.scope.runInAsyncScope(() => this.begin());
  }

  /** Forgets an outage, when the process stops. */
  end(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private begin(): void {
    this.logger.warn(`The queues cannot be reached: ${reasonOfError(this.error)}`);
    this.timer = setInterval(() => void this.check(), REPEAT_MS).unref();
  }

  private async check(): Promise<void> {
    // A question may wait for long: one is enough.
    this.answer ??= this.probe().finally(() => (this.answer = undefined));
    const isBack = await Promise.race([
      this.answer.then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(resolve, ANSWER_MS, false).unref()),
    ]);
    if (!this.timer) return;
    if (!isBack) return this.logger.warn(`The queues still cannot be reached: ${reasonOfError(this.error)}`);
    this.end();
    this.logger.warn('The queues can be reached again.');
  }
}

/** That of this process. */
export const queueOutage = new QueueOutage();
