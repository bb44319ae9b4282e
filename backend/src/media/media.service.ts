import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { DataSource, type EntityManager } from 'typeorm';
import { lockPicture } from './picture.locks.js';
import { codeOf } from '../platform/database/transaction.js';
import { MediaStore } from './media-store.js';
import { Media } from './media.entity.js';
import type { DecodeLane } from './decoding/decoding.js';
import { readPicture, type DecodedPicture, type PictureKind } from './picture.js';
import { MEDIA_QUEUE, keepPicture, renderSoon, type RenderJob } from './pictures.js';

const STILL_REFERRED_TO = '23503';
/** How long an upload waits to be decoded, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** The picture functions for other modules (products, taxonomy, avatars). */
@Injectable()
export class MediaService {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly db: DataSource,
    private readonly store: MediaStore,
    @InjectQueue(MEDIA_QUEUE) private readonly queue: Queue<RenderJob>,
  ) {}

  /** Decodes a picture and stores it inside a transaction; call `render` after the commit. @throws ShopError 413 or 415 */
  async add(tx: EntityManager, bytes: Buffer): Promise<{ hash: string }> {
    return this.keep(tx, await readPicture(bytes));
  }

  /** The first half of `add`, which takes long and needs no transaction. @throws ShopError 413, 415 or 429 */
  read(bytes: Buffer, kind: PictureKind, lane: DecodeLane): Promise<DecodedPicture> {
    return readPicture(bytes, kind, { lane, until: Date.now() + TIMEOUT_MS });
  }

  /** The second half of `add`. */
  async keep(tx: EntityManager, picture: DecodedPicture): Promise<{ hash: string }> {
    // A concurrent request may be deleting the same picture.
    await lockPicture(tx, picture.hash);
    return keepPicture(tx, this.store, picture);
  }

  /** Queues the renditions of new pictures; call it after the commit. Never throws: the worker also polls. */
  async render(...hashes: string[]): Promise<void> {
    await renderSoon(this.queue, hashes).catch((error: unknown) => this.logger.warn(error));
  }

  /**
   * Deletes a picture that nothing refers to; call it after the commit that removed the reference. Never throws: a picture
   * that stays is harmless.
   */
  async discard(hash: string): Promise<void> {
    try {
      // Waits for a concurrent request that stores the same picture; that one keeps it.
      await this.db.transaction(async (tx) => {
        await lockPicture(tx, hash);
        await tx.delete(Media, { hash });
        await this.store.remove(hash);
      });
    } catch (error) {
      if (codeOf(error) !== STILL_REFERRED_TO) this.logger.warn(error);
    }
  }
}
