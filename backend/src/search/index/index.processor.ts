import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import { Indexer, type Batch } from './indexer.js';
import { INDEX_QUEUE } from '../api/search-job.js';

const LOOK_MS = 1_000;
const TIDY_MS = 600_000;
/** So much is queued ahead that the worker is never without, and no more. */
const MAX_QUEUED = 4;

/** Runs in the worker: makes jobs of the changes in the outbox, and works them off. */
@Processor(INDEX_QUEUE, { concurrency: 1 })
export class IndexProcessor extends WorkerHost implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('AI search');
  private isLooking = false;

  constructor(
    private readonly indexer: Indexer,
    @InjectQueue(INDEX_QUEUE) private readonly queue: Queue<Batch>,
  ) {
    super();
  }

  /** The next changes are looked for at once: a shop that was filled has thousands. */
  override async process(job: Job<Batch>): Promise<void> {
    await this.indexer.work(job.data);
    void this.look();
  }

  async onApplicationBootstrap(): Promise<void> {
    const begun = await this.indexer.begin();
    for (const name of begun) this.logger.log(`${name} is new here and describes every picture`);
  }

  /** Takes no more changes. Those under way may take minutes, and are done again when the threads are closed before. */
  beforeApplicationShutdown(): void {
    void this.worker.close();
  }

  @Interval(LOOK_MS)
  async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      for (let free = MAX_QUEUED - (await this.queue.getWaitingCount()); free > 0; free -= 1) {
        const batch = await this.indexer.take();
        if (!batch) {
          await this.indexer.finish();
          break;
        }
        // Done again when it is lost or fails: its rows stay in the outbox until it is done.
        await this.queue.add('index', batch, { attempts: 1, removeOnComplete: true, removeOnFail: true });
      }
    } catch (error) {
      this.logger.warn(`Changes of the catalogue could not be looked for: ${(error as Error).message}`);
    } finally {
      this.isLooking = false;
    }
  }

  @Interval(TIDY_MS)
  async tidy(): Promise<void> {
    await this.indexer.tidy().catch((error: Error) => this.logger.warn(`Old descriptions stay: ${error.message}`));
  }
}
