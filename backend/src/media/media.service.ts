import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { DataSource, type EntityManager } from 'typeorm';
import { lockPicture } from '../db/locks.js';
import { codeOf } from '../db/transaction.js';
import { MediaStore } from './media-store.js';
import type { Lane } from './decoding.js';
import { readPicture, type Picture, type PictureKind } from './picture.js';
import { MEDIA_QUEUE, keepPicture, renderSoon, type RenderJob } from './pictures.js';

const STILL_REFERRED_TO = '23503';
/** In milliseconds: so long an upload waits to be decoded. */
const PATIENCE_MS = 30_000;

/** What the modules with pictures (products, shelves, avatars) ask of this one. */
@Injectable()
export class MediaService {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly db: DataSource,
    private readonly store: MediaStore,
    @InjectQueue(MEDIA_QUEUE) private readonly queue: Queue<RenderJob>,
  ) {}

  /** Reads a picture and keeps it inside a transaction; `render` follows after the commit. @throws ShopError 413 or 415 */
  async add(tx: EntityManager, bytes: Buffer): Promise<{ hash: string }> {
    return this.keep(tx, await readPicture(bytes));
  }

  /** The first half of `add`, which takes long and needs no transaction. @throws ShopError 413, 415 or 429 */
  read(bytes: Buffer, kind: PictureKind, lane: Lane): Promise<Picture> {
    return readPicture(bytes, kind, { lane, until: Date.now() + PATIENCE_MS });
  }

  /** The second half of `add`. */
  async keep(tx: EntityManager, picture: Picture): Promise<{ hash: string }> {
    // Somebody may be taking the same picture away.
    await lockPicture(tx, picture.hash);
    return keepPicture(tx, this.store, picture);
  }

  /** Has the renditions of new pictures made; call it after the commit. Never fails: the worker also looks by itself. */
  async render(...hashes: string[]): Promise<void> {
    await renderSoon(this.queue, hashes).catch((error: unknown) => this.logger.warn(error));
  }

  /**
   * Takes a picture away, unless something still shows it; call it after the commit of whatever showed it. Never fails: a
   * picture that stays is one that nobody is told of.
   */
  async discard(hash: string): Promise<void> {
    try {
      // Whoever is just keeping the same picture is waited for, and theirs stays.
      await this.db.transaction(async (tx) => {
        await lockPicture(tx, hash);
        await tx.query('DELETE FROM media WHERE hash = $1', [hash]);
        await this.store.remove(hash);
      });
    } catch (error) {
      if (codeOf(error) !== STILL_REFERRED_TO) this.logger.warn(error);
    }
  }
}
