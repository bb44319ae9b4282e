import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Job, Queue } from 'bullmq';
import type { Repository } from 'typeorm';
import { Every } from '../platform/recurring.js';
import { readTime } from '../platform/database/read-time.sql.js';
import { inTransaction } from '../platform/database/transaction.js';
import { StoreUnavailable } from '../platform/file-store/file-store.js';
import { MediaStore } from './media-store.js';
import { Media } from './media.entity.js';
import { MEDIA_QUEUE, renderSoon, type RenderJob } from './pictures.js';
import { makeRenditions } from './decoding/renditions.js';
import { endRendering, findPending } from './media.sql.js';
import { lockPicture } from './picture.locks.js';

const SWEEP_MS = 20_000;
/** An import adds thousands: the picture of an upload waits for this many of them at most. */
const MAX_QUEUED = 200;
/** The row of a picture is there before its files; after this time they do not come any more. */
const STORING_MS = 60_000;

/** Runs in the worker: creates the renditions of pictures, also of those whose job was lost. */
@Processor(MEDIA_QUEUE, { concurrency: 1 })
export class MediaProcessor extends WorkerHost {
  readonly logger = new Logger('Media');
  private hasRetried = false;

  constructor(
    private readonly store: MediaStore,
    @InjectRepository(Media) private readonly media: Repository<Media>,
    @InjectQueue(MEDIA_QUEUE) private readonly queue: Queue<RenderJob>,
  ) {
    super();
  }

  override async process(job: Job<RenderJob>): Promise<void> {
    const { hash } = job.data;
    const { manager } = this.media;
    const row = await findPending(manager, hash);
    if (!row) return;
    try {
      if (!(await makeRenditions(this.store, hash))) {
        const now = await readTime(manager.connection);
        // Its files are still being stored.
        if (now.getTime() - row.createdAt.getTime() < STORING_MS) return;
        throw new Error('its original is missing');
      }
    } catch (error) {
      // The picture stays pending until the store answers.
      if (error instanceof StoreUnavailable) throw error;
      const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
      if (!isLast) throw error;
      this.logger.error(`Picture ${hash} cannot be rendered: ${(error as Error).message}`);
      await endRendering(manager, row, 'failed');
      return;
    }
    // An equal picture that was stored since lacks the files that were made before: it stays pending, and is rendered by the next job.
    if (!(await endRendering(manager, row, 'ready'))) await this.removeDeleted(hash);
  }

  /** Deletes the files of a picture that was deleted while it was rendered, unless an equal one was stored since. */
  private removeDeleted(hash: string): Promise<void> {
    return inTransaction(this.media.manager.connection, async (tx) => {
      await lockPicture(tx, hash);
      if (!(await tx.existsBy(Media, { hash }))) await this.store.remove(hash);
    });
  }

  /**
   * Queues pending pictures again: a process may have died between its commit and its job. The first time after a start also those that
   * failed: their originals may be there by now, as when the pictures have moved.
   */
  @Every(SWEEP_MS, 'Pending pictures could not be read', { atStart: true })
  async tick(): Promise<void> {
    if (!this.hasRetried) await this.media.update({ state: 'failed' }, { state: 'pending' });
    this.hasRetried = true;
    const pending = await this.media.find({
      where: { state: 'pending' },
      select: { hash: true },
      order: { createdAt: 'ASC' },
      take: MAX_QUEUED,
    });
    const hashes = pending.map(({ hash }) => hash);
    if (hashes.length > 0) await renderSoon(this.queue, hashes);
  }
}
