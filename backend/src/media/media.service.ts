import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { DataSource, type EntityManager } from 'typeorm';
import { repeatedLine } from '../platform/errors/repeated-line.js';
import { StoreUnavailable } from '../platform/file-store/file-store.js';
import { MediaStore } from './media-store.js';
import type { DecodeLane } from './decoding/decoding.js';
import { namingField, readPicture, type DecodedPicture, type PictureKind } from './picture.js';
import {
  MEDIA_QUEUE,
  deletePicture,
  keepPicture,
  renderSoon,
  storeAndKeep,
  storePicture,
  type TransactionWrapper,
  type RenderJob,
} from './pictures.js';

/** How long an upload waits to be decoded, in milliseconds. */
const TIMEOUT_MS = 30_000;
/** How long nothing is deleted after the store did not answer, or answered slowly, in milliseconds. */
const STORE_PAUSE_MS = 30_000;
const SLOW_MS = 2_000;

/** The picture functions for other modules (products, taxonomy, avatars, reviews): read, store, keep, render, discard. */
@Injectable()
export class MediaService {
  private readonly logger = new Logger('Media');
  private readonly logLostJob = repeatedLine((error: Error) =>
    this.logger.warn(`New pictures are left to the worker's sweep: ${error.message}`),
  );
  private storeFailedAt = -Infinity;
  /** The last deletion. */
  private discarding: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: DataSource,
    private readonly files: MediaStore,
    @InjectQueue(MEDIA_QUEUE) private readonly queue: Queue<RenderJob>,
  ) {}

  /** Decodes an upload, which takes long. @param field its form field @throws ShopError 413 or 415 naming the field; 429 */
  read(bytes: Buffer, kind: PictureKind, lane: DecodeLane, field: string): Promise<DecodedPicture> {
    return readPicture(bytes, kind, { lane, until: Date.now() + TIMEOUT_MS }).catch(namingField(field));
  }

  /**
   * Decodes uploads, which takes long, stores them and runs the transaction whose rows show them, see `storeAndKeep`. Discards them
   * when it fails.
   * @param fieldOf the form field of each upload, by its index
   * @param write receives their hashes
   * @param around runs first in the transaction, see `storeAndKeep`
   * @throws ShopError 413 or 415 naming the field of an upload; 429; StoreUnavailable; what `write` and `around` throw
   */
  async withPictures<T>(
    uploads: readonly Buffer[],
    { kind, lane, fieldOf }: { kind: PictureKind; lane: DecodeLane; fieldOf: (nth: number) => string },
    write: (tx: EntityManager, hashes: string[]) => Promise<T>,
    around?: TransactionWrapper<T>,
  ): Promise<T> {
    const pictures: DecodedPicture[] = [];
    for (const [nth, bytes] of uploads.entries()) pictures.push(await this.read(bytes, kind, lane, fieldOf(nth)));
    const hashes = pictures.map(({ hash }) => hash);
    let unused = hashes;
    try {
      const stored = () => storeAndKeep(this.db, this.files, pictures, (tx) => write(tx, hashes), around);
      const written = await this.noting(stored);
      unused = [];
      if (hashes.length > 0) this.render(...hashes);
      return written;
    } finally {
      for (const hash of unused) await this.discard(hash);
    }
  }

  /**
   * Stores a picture of a person, which equals no other, outside of any transaction. Discard it when the transaction that shows it
   * fails.
   * @throws StoreUnavailable
   */
  async store(picture: DecodedPicture): Promise<void> {
    return this.noting(() => storePicture(this.db, this.files, picture));
  }

  /**
   * Keeps a stored picture for the transaction, whose rows refer to it. Call `render` after the commit.
   */
  async keep(tx: EntityManager, { hash }: DecodedPicture): Promise<void> {
    await keepPicture(tx, hash);
  }

  /**
   * Queues the renditions of new pictures; call it after the commit. It does not block and never fails: the worker also polls, and an
   * upload that is stored must not wait for a queue that is slow or lost.
   */
  render(...hashes: string[]): void {
    renderSoon(this.queue, hashes).catch(this.logLostJob);
  }

  /**
   * Deletes a picture that nothing refers to; call it after the commit that removed the reference. Never throws: the worker
   * deletes what stays, a day later.
   *
   * The files are deleted in the transaction, against the rule: its lock keeps an equal picture from being stored meanwhile, which
   * would lose its files. So there is one deletion at a time, which holds one connection, and while the store is slow or does not
   * answer every picture stays.
   */
  discard(hash: string): Promise<void> {
    return (this.discarding = this.discarding.then(() => this.tryToDelete(hash)));
  }

  private async tryToDelete(hash: string): Promise<void> {
    const begun = performance.now();
    if (begun - this.storeFailedAt < STORE_PAUSE_MS) return;
    try {
      const isDeleted = await deletePicture(this.db, this.files, hash);
      if (isDeleted && performance.now() - begun > SLOW_MS) this.storeFailedAt = performance.now();
    } catch (error) {
      this.noteFailure(error);
      this.logger.warn(error);
    }
  }

  private async noting<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.noteFailure(error);
      throw error;
    }
  }

  private noteFailure(error: unknown): void {
    if (error instanceof StoreUnavailable) this.storeFailedAt = performance.now();
  }
}
