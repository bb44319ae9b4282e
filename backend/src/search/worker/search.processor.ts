import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import { Searcher } from './searcher.js';
import { SEARCH_QUEUE, type SearchJob, type SearchResult } from '../api/search-job.js';

const TIDY_MS = 60_000;
/** How long an answer waits to be fetched: longer than anybody waits for it. */
const KEPT_MS = 60_000;

/** Runs in the worker: answers searches, several at a time, because their work is done in threads. */
@Processor(SEARCH_QUEUE, { concurrency: 8 })
export class SearchProcessor extends WorkerHost implements BeforeApplicationShutdown {
  private readonly logger = new Logger('AI search');

  constructor(
    private readonly searcher: Searcher,
    @InjectQueue(SEARCH_QUEUE) private readonly queue: Queue<SearchJob>,
  ) {
    super();
  }

  override process(job: SearchJobs): Promise<SearchResult | null> {
    return answerJob(this.searcher, job);
  }

  /** Ends with the searches under way: the threads that answer them are closed after this. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.close();
  }

  @Interval(TIDY_MS)
  async tidy(): Promise<void> {
    await forgetAnswers(this.queue).catch((error: Error) => this.logger.warn(`Old answers stay: ${error.message}`));
  }
}

type SearchJobs = Pick<Job<SearchJob, SearchResult | null>, 'data' | 'updateData'>;

/** Answers a job, and takes the picture out of it before it is over: results are kept for a while, pictures are not. */
export async function answerJob(searcher: Searcher, job: SearchJobs): Promise<SearchResult | null> {
  const { picture, ...rest } = job.data;
  try {
    return await searcher.answer(job.data);
  } finally {
    if (picture !== null) await job.updateData({ ...rest, picture: null });
  }
}

/** Takes searches out of the queue that were answered, or failed, so many milliseconds ago. */
export async function forgetAnswers(queue: Queue, ago = KEPT_MS): Promise<void> {
  for (const ended of ['completed', 'failed'] as const) await queue.clean(ago, 0, ended);
}
