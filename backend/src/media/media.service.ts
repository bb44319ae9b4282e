import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { EntityManager } from 'typeorm';
import { MediaStore } from './media-store.js';
import { MEDIA_QUEUE, addPicture, renderSoon, type RenderJob } from './pictures.js';

/** What the modules with pictures (products, shelves, avatars) ask of this one. */
@Injectable()
export class MediaService {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly store: MediaStore,
    @InjectQueue(MEDIA_QUEUE) private readonly queue: Queue<RenderJob>,
  ) {}

  /** Keeps a picture inside a transaction, see `addPicture`; `rendered` follows after the commit. */
  add(tx: EntityManager, bytes: Buffer): Promise<{ hash: string }> {
    return addPicture(tx, this.store, bytes);
  }

  /** Has the renditions of new pictures made; call it after the commit. Never fails: the worker also looks by itself. */
  async render(...hashes: string[]): Promise<void> {
    await renderSoon(this.queue, hashes).catch((error: unknown) => this.logger.warn(error));
  }
}
