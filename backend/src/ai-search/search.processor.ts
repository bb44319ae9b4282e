import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { Searcher } from './searcher.js';
import { SEARCH_QUEUE, type SearchJob, type SearchResult } from './searches.js';

/** Runs in the worker: answers searches, several at a time, because their work is done in threads. */
@Processor(SEARCH_QUEUE, { concurrency: 8 })
export class SearchProcessor extends WorkerHost {
  constructor(private readonly searcher: Searcher) {
    super();
  }

  override process(job: SearchJobs): Promise<SearchResult | null> {
    return answerJob(this.searcher, job);
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
