import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import { ImportRunner } from './import-runner.js';

export const IMPORTS_QUEUE = 'imports';

/** A job of the imports queue: the file that is checked or imported now, as its state says. */
interface ImportJob {
  importId: number;
}

const LOOK_MS = 1_000;
const TIDY_MS = 3_600_000;

/** Runs in the worker: looks for files with which something is to be done, and makes a job of each. */
@Processor(IMPORTS_QUEUE, { concurrency: 1 })
export class ImportsProcessor extends WorkerHost implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Imports');

  constructor(
    private readonly runner: ImportRunner,
    @InjectQueue(IMPORTS_QUEUE) private readonly queue: Queue<ImportJob>,
  ) {
    super();
  }

  override process(job: Job<ImportJob>): Promise<void> {
    return this.runner.run(job.data.importId);
  }

  /** One that has a job already gets no second one: it is known by its id. */
  @Interval(LOOK_MS)
  async look(): Promise<void> {
    try {
      const due = await this.runner.due();
      if (due.length > 0) await this.queue.addBulk(due.map(jobOf));
    } catch (error) {
      this.logger.warn(`Imports could not be looked for: ${(error as Error).message}`);
    }
  }

  @Interval(TIDY_MS)
  async tidy(): Promise<void> {
    await this.runner.tidy().catch((error: Error) => this.logger.warn(`Old files stay: ${error.message}`));
  }

  /** The worker goes: whole batches are done, and the next worker goes on after them. */
  beforeApplicationShutdown(): void {
    this.runner.stop();
  }
}

/** The row counts the attempts, so the job has only one. */
const jobOf = (importId: number) => ({
  name: 'import',
  data: { importId },
  opts: { jobId: `import-${importId}`, attempts: 1, removeOnComplete: true, removeOnFail: true },
});
