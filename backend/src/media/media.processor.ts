import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectRepository } from '@nestjs/typeorm';
import type { Job, Queue } from 'bullmq';
import type { Repository } from 'typeorm';
import { MediaStore } from './media-store.js';
import { Media } from './media.entity.js';
import { MEDIA_QUEUE, renderSoon, type RenderJob } from './pictures.js';
import { makeRenditions } from './decoding/renditions.js';

const SWEEP_MS = 20_000;

/** Runs in the worker: creates the renditions of pictures, also of those whose job was lost. */
@Processor(MEDIA_QUEUE, { concurrency: 1 })
export class MediaProcessor extends WorkerHost implements OnApplicationBootstrap {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly store: MediaStore,
    @InjectRepository(Media) private readonly media: Repository<Media>,
    @InjectQueue(MEDIA_QUEUE) private readonly queue: Queue<RenderJob>,
  ) {
    super();
  }

  override async process(job: Job<RenderJob>): Promise<void> {
    const { hash } = job.data;
    if (!(await this.media.existsBy({ hash, state: 'pending' }))) return;
    try {
      await makeRenditions(this.store, hash);
    } catch (error) {
      const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
      if (!isLast) throw error;
      this.logger.error(`Picture ${hash} cannot be rendered: ${(error as Error).message}`);
      await this.media.update({ hash }, { state: 'failed' });
      return;
    }
    const { affected } = await this.media.update({ hash }, { state: 'ready' });
    // The picture was deleted while it was rendered.
    if (affected === 0) await this.store.remove(hash);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.sweep();
  }

  /** Queues pending pictures again: a process may have died between its commit and its job. */
  @Interval(SWEEP_MS)
  async sweep(): Promise<void> {
    try {
      const waiting = await this.media.find({
        where: { state: 'pending' },
        select: { hash: true },
        order: { createdAt: 'ASC' },
      });
      if (waiting.length > 0)
        await renderSoon(
          this.queue,
          waiting.map(({ hash }) => hash),
        );
    } catch (error) {
      this.logger.warn(`Pending pictures could not be read: ${(error as Error).message}`);
    }
  }
}
