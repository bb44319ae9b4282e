import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import { ImportRunner } from './import-runner.js';
import { Every } from '../../../platform/recurring.js';

export const IMPORTS_QUEUE = 'imports';

/** A job of the imports queue: the file to check or import, depending on its state. */
interface ImportJob {
  importId: number;
}

const POLL_MS = 1_000;
const TIDY_MS = 3_600_000;

/** Runs in the worker: polls for imports that are due and queues a job for each. */
@Processor(IMPORTS_QUEUE, { concurrency: 1 })
export class ImportsProcessor extends WorkerHost implements BeforeApplicationShutdown {
  readonly logger = new Logger('Imports');

  constructor(
    private readonly runner: ImportRunner,
    @InjectQueue(IMPORTS_QUEUE) private readonly queue: Queue<ImportJob>,
  ) {
    super();
  }

  override process(job: Job<ImportJob>): Promise<void> {
    return this.runner.run(job.data.importId);
  }

  /** Queues the imports that are due. The job's id keeps one import from being queued twice. */
  @Every(POLL_MS, 'Polling for imports failed')
  async poll(): Promise<void> {
    const due = await this.runner.due();
    if (due.length > 0) await this.queue.addBulk(due.map(jobOf));
  }

  @Every(TIDY_MS, 'Deleting old import files failed')
  tidy(): Promise<void> {
    return this.runner.tidy();
  }

  /** Stops between two batches; the next worker continues after the last one. */
  beforeApplicationShutdown(): void {
    this.runner.stop();
  }
}

/** Attempts are counted in the table, so a job has only one. */
const jobOf = (importId: number) => ({
  name: 'import',
  data: { importId },
  opts: { jobId: `import-${importId}`, attempts: 1, removeOnComplete: true, removeOnFail: true },
});
