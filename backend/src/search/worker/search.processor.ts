import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import { Searcher } from './searcher.js';
import { Every } from '../../platform/recurring.js';
import { SEARCH_QUEUE, type SearchJob, type SearchResult } from '../jobs/search-job.js';

const TIDY_MS = 60_000;
/** How long a result is stored: longer than any client waits for it. */
const KEPT_MS = 60_000;

/** Runs in the worker: answers searches, several at a time, because threads do the work. */
@Processor(SEARCH_QUEUE, { concurrency: 8 })
export class SearchProcessor extends WorkerHost implements BeforeApplicationShutdown {
  readonly logger = new Logger('AI search');

  constructor(
    private readonly searcher: Searcher,
    @InjectQueue(SEARCH_QUEUE) private readonly queue: Queue<SearchJob>,
  ) {
    super();
  }

  override process(job: SearchJobs): Promise<SearchResult | null> {
    return answerJob(this.searcher, job);
  }

  /** Waits for the searches in progress: the threads that answer them are closed afterwards. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.close();
  }

  @Every(TIDY_MS, 'Old results were not removed')
  tidy(): Promise<void> {
    return forgetAnswers(this.queue);
  }
}

type SearchJobs = Pick<Job<SearchJob, SearchResult | null>, 'data' | 'updateData'>;

/** Answers a job, and deletes its picture before it finishes: results are stored for a while, pictures are not. */
export async function answerJob(searcher: Searcher, job: SearchJobs): Promise<SearchResult | null> {
  const { picture, ...rest } = job.data;
  try {
    return await searcher.answer(job.data);
  } finally {
    if (picture !== null) await job.updateData({ ...rest, picture: null });
  }
}

/** Removes searches that finished or failed more than `ago` milliseconds ago. */
export async function forgetAnswers(queue: Queue, ago = KEPT_MS): Promise<void> {
  for (const ended of ['completed', 'failed'] as const) await queue.clean(ago, 0, ended);
}
