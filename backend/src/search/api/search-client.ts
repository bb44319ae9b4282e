import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { QueueEvents, type Queue } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SEARCH_TIMEOUT_MS, SEARCH_QUEUE, type SearchJob, type SearchResult } from '../jobs/search-job.js';

/** The maximum number of concurrent searches; further ones get the fallback immediately instead of a late answer. */
const MAX_CONCURRENT = 100;
/** Milliseconds until the first poll for an answer whose event was missed; each further poll waits twice as long. */
const FIRST_POLL_MS = 30;
const MAX_POLL_MS = 250;

/** The maximum number of searches is in progress. */
export class SearchesBusy extends Error {}

type JobDraft = Omit<SearchJob, 'until'> & Partial<Pick<SearchJob, 'until'>>;

interface PendingSearch {
  resolve: (result: SearchResult | null) => void;
  reject: (error: Error) => void;
}

/**
 * Sends searches to the worker and waits for the answers. Answers arrive with the queue's events. On PostgreSQL an event is
 * missed when two transactions commit in another order than they wrote (at four concurrent searches, every tenth), so answers
 * are polled for too.
 */
@Injectable()
export class SearchClient implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly pending = new Map<string, PendingSearch>();
  private running = 0;
  private events: QueueEvents | undefined;

  constructor(@InjectQueue(SEARCH_QUEUE) private readonly queue: Queue<SearchJob, SearchResult | null>) {}

  /**
   * @param makeJob receives the deadline of the answer in milliseconds since 1970, and may return another one
   * @throws SearchesBusy; the error of `makeJob`; another error when the worker does not answer in time or fails, or the queue
   *   is down
   */
  async search(makeJob: (until: number) => Promise<JobDraft>): Promise<SearchResult> {
    if (this.running >= MAX_CONCURRENT) throw new SearchesBusy('Too many searches are running');
    this.running += 1;
    const until = Date.now() + SEARCH_TIMEOUT_MS;
    try {
      return await this.answer({ until, ...(await makeJob(until)) });
    } finally {
      this.running -= 1;
    }
  }

  /** Listens from the start: earlier events are never received. */
  onApplicationBootstrap(): void {
    this.events = new QueueEvents(SEARCH_QUEUE, { ...this.queue.opts, blockingTimeout: 250 });
    this.events.on('error', () => undefined); // The pending searches time out.
    this.events.on('completed', ({ jobId, returnvalue }: { jobId: string; returnvalue: unknown }) =>
      this.pending.get(jobId)?.resolve(resultOf(returnvalue)),
    );
    this.events.on('failed', ({ jobId, failedReason }) => this.pending.get(jobId)?.reject(new Error(failedReason)));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.events?.close();
  }

  private async answer(job: SearchJob): Promise<SearchResult> {
    // Making the job may have taken all the time.
    if (Date.now() >= job.until) throw new Error('The search was not ready in time');
    const jobId = randomUUID();
    const isAnswered = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    try {
      const result = await new Promise<SearchResult | null>((resolve, reject) => {
        const giveUp = () => {
          reject(new Error('The worker did not answer in time'));
          // The caller has its answer. A job that is still being added cannot be removed yet.
          added.then(() => this.abandon(jobId)).catch(() => undefined);
        };
        const pending = { resolve, reject };
        this.pending.set(jobId, pending);
        const added = this.enqueue(jobId, job);
        timer = setTimeout(giveUp, job.until - Date.now());
        added.then(() => void this.poll(jobId, pending, isAnswered.signal)).catch(reject);
      });
      if (!result) throw new Error('The worker answered too late');
      return result;
    } finally {
      clearTimeout(timer);
      isAnswered.abort();
      this.pending.delete(jobId);
    }
  }

  private async enqueue(jobId: string, job: SearchJob): Promise<void> {
    // The worker removes it later: on PostgreSQL, jobs that finish together and remove old ones deadlock.
    await this.queue.add('search', job, { jobId, attempts: 1, removeOnComplete: false, removeOnFail: false });
  }

  /**
   * Removes a job that nobody waits for any more: without a worker it would stay in the queue with its picture. A job that a
   * worker is running cannot be removed, and loses its picture.
   */
  private async abandon(jobId: string): Promise<void> {
    if (await this.queue.remove(jobId)) return;
    const job = await this.queue.getJob(jobId);
    if (job?.data.picture) await job.updateData({ ...job.data, picture: null });
  }

  /** Polls for the answer until it has arrived. */
  private async poll(jobId: string, pending: PendingSearch, isAnswered: AbortSignal): Promise<void> {
    for (let wait = FIRST_POLL_MS; !isAnswered.aborted; wait = Math.min(2 * wait, MAX_POLL_MS)) {
      await pause(wait, undefined, { signal: isAnswered })
        .then(() => this.fetch(jobId, pending))
        .catch(() => undefined); // The pending search times out.
    }
  }

  private async fetch(jobId: string, { resolve, reject }: PendingSearch): Promise<void> {
    // A job contains its picture, so it is read only when it is finished and has none any more.
    const state = await this.queue.getJobState(jobId);
    if (state !== 'completed' && state !== 'failed') return;
    const job = await this.queue.getJob(jobId);
    if (job?.finishedOn === undefined) return;
    if (job.failedReason) reject(new Error(job.failedReason));
    else resolve(resultOf(job.returnvalue));
  }
}

/** BullMQ's types and backends differ in whether a result is already parsed. */
const resultOf = (value: unknown): SearchResult | null =>
  (typeof value === 'string' ? JSON.parse(value) : value) as SearchResult | null;
