import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { QueueEvents, type Queue } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SEARCH_TIMEOUT_MS, SEARCH_QUEUE, type SearchJob, type SearchResult } from './search-job.js';

/** More than these are not under way at once: what comes then is answered plainly rather than late. */
const MAX_UNDER_WAY = 100;
/** In milliseconds: when it is first looked whether an answer is there that nobody told of; then after twice as long each time. */
const FIRST_POLL_MS = 30;
const MAX_POLL_MS = 250;

/** As many searches are under way as may be. */
export class SearchesBusy extends Error {}

type Question = Omit<SearchJob, 'until'> & Partial<Pick<SearchJob, 'until'>>;

interface PendingSearch {
  resolve: (result: SearchResult | null) => void;
  reject: (error: Error) => void;
}

/**
 * Puts searches to the worker and waits for its answers. They come with the queue's events; but on PostgreSQL an event is
 * missed when two that were written at the same time are committed in the other order (of four searches at once, for every
 * tenth), so it is looked for answers, too.
 */
@Injectable()
export class SearchClient implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly waiting = new Map<string, PendingSearch>();
  private underWay = 0;
  private events: QueueEvents | undefined;

  constructor(@InjectQueue(SEARCH_QUEUE) private readonly queue: Queue<SearchJob, SearchResult | null>) {}

  /**
   * @param makeQuestion is told until when somebody waits for the answer, in milliseconds since 1970, and may say otherwise
   * @throws SearchesBusy; another error when the worker does not answer in time, fails, or the queue is down; and what `makeQuestion` throws
   */
  async search(makeQuestion: (until: number) => Promise<Question>): Promise<SearchResult> {
    if (this.underWay >= MAX_UNDER_WAY) throw new SearchesBusy('Too many searches are under way');
    this.underWay += 1;
    const until = Date.now() + SEARCH_TIMEOUT_MS;
    try {
      return await this.answer({ until, ...(await makeQuestion(until)) });
    } finally {
      this.underWay -= 1;
    }
  }

  /** Listens from the start on: what was told before it began to is never heard. */
  onApplicationBootstrap(): void {
    this.events = new QueueEvents(SEARCH_QUEUE, { ...this.queue.opts, blockingTimeout: 250 });
    this.events.on('error', () => undefined); // Who waits is answered in time all the same.
    this.events.on('completed', ({ jobId, returnvalue }: { jobId: string; returnvalue: unknown }) =>
      this.waiting.get(jobId)?.resolve(resultOf(returnvalue)),
    );
    this.events.on('failed', ({ jobId, failedReason }) => this.waiting.get(jobId)?.reject(new Error(failedReason)));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.events?.close();
  }

  private async answer(question: SearchJob): Promise<SearchResult> {
    // Making the question may have taken all the time there was.
    if (Date.now() >= question.until) throw new Error('The question came too late');
    const jobId = randomUUID();
    const answered = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    try {
      const result = await new Promise<SearchResult | null>((resolve, reject) => {
        const giveUp = () => {
          reject(new Error('The worker did not answer in time'));
          // Who waited is answered, whatever becomes of this. What is still being added cannot be taken out yet.
          added.then(() => this.abandon(jobId)).catch(() => undefined);
        };
        const waiting = { resolve, reject };
        this.waiting.set(jobId, waiting);
        const added = this.enqueue(jobId, question);
        timer = setTimeout(giveUp, question.until - Date.now());
        added.then(() => void this.poll(jobId, waiting, answered.signal)).catch(reject);
      });
      if (!result) throw new Error('The worker came too late');
      return result;
    } finally {
      clearTimeout(timer);
      answered.abort();
      this.waiting.delete(jobId);
    }
  }

  private async enqueue(jobId: string, job: SearchJob): Promise<void> {
    // The worker takes it out later: on PostgreSQL, jobs that end together and take old ones out deadlock.
    await this.queue.add('search', job, { jobId, attempts: 1, removeOnComplete: false, removeOnFail: false });
  }

  /**
   * Takes a question out of the queue that nobody waits for any more: without a worker it would lie there, and its picture
   * with it. One that a worker holds cannot be taken out, and loses its picture.
   */
  private async abandon(jobId: string): Promise<void> {
    if (await this.queue.remove(jobId)) return;
    const job = await this.queue.getJob(jobId);
    if (job?.data.picture) await job.updateData({ ...job.data, picture: null });
  }

  /** Looks for the answer until somebody has it. */
  private async poll(jobId: string, waiting: PendingSearch, answered: AbortSignal): Promise<void> {
    for (let wait = FIRST_POLL_MS; !answered.aborted; wait = Math.min(2 * wait, MAX_POLL_MS)) {
      await pause(wait, undefined, { signal: answered })
        .then(() => this.fetch(jobId, waiting))
        .catch(() => undefined); // Whoever waits is answered in time, whatever becomes of this.
    }
  }

  private async fetch(jobId: string, { resolve, reject }: PendingSearch): Promise<void> {
    // A job comes with its picture: it is read only when it is over, and has none any more.
    const state = await this.queue.getJobState(jobId);
    if (state !== 'completed' && state !== 'failed') return;
    const job = await this.queue.getJob(jobId);
    if (job?.finishedOn === undefined) return;
    if (job.failedReason) reject(new Error(job.failedReason));
    else resolve(resultOf(job.returnvalue));
  }
}

/** BullMQ's types and backends differ in whether a result comes parsed. */
const resultOf = (given: unknown): SearchResult | null =>
  (typeof given === 'string' ? JSON.parse(given) : given) as SearchResult | null;
