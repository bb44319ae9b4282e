import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import { Indexer } from './indexer.js';
import type { Batch } from './search-outbox.sql.js';
import { INDEX_QUEUE } from '../jobs/search-job.js';
import { Every } from '../../platform/recurring.js';

const ENQUEUE_MS = 1_000;
const CLEANUP_MS = 600_000;
/** The number of batches queued ahead, so that the worker never waits for one. */
const MAX_QUEUED = 4;

/** Runs in the worker: creates jobs for the changes in the outbox, and runs them. */
@Processor(INDEX_QUEUE, { concurrency: 1 })
export class IndexProcessor extends WorkerHost implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly logger = new Logger('AI search');

  constructor(
    private readonly indexer: Indexer,
    @InjectQueue(INDEX_QUEUE) private readonly queue: Queue<Batch>,
  ) {
    super();
  }

  /** Enqueues the next changes immediately: a newly filled shop has thousands. */
  override async process(job: Job<Batch>): Promise<void> {
    await this.indexer.index(job.data);
    void this.enqueue();
  }

  async onApplicationBootstrap(): Promise<void> {
    const added = await this.indexer.start();
    for (const name of added) this.logger.log(`${name} is new here and describes every picture`);
  }

  /** Takes no more batches. A running one may take minutes; it is retried if the threads close before its end. */
  beforeApplicationShutdown(): void {
    void this.worker.close();
  }

  @Every(ENQUEUE_MS, 'Changes of the catalogue cannot be read')
  async enqueue(): Promise<void> {
    for (let free = MAX_QUEUED - (await this.queue.getWaitingCount()); free > 0; free -= 1) {
      const batch = await this.indexer.takeBatch();
      if (!batch) {
        await this.indexer.complete();
        break;
      }
      // A lost or failed batch is retried: its rows stay in the outbox until it is done.
      await this.queue.add('index', batch, { attempts: 1, removeOnComplete: true, removeOnFail: true });
    }
  }

  @Every(CLEANUP_MS, 'Old descriptions were not deleted')
  async deleteUnused(): Promise<void> {
    await this.indexer.deleteUnused();
  }
}
