import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { codeOf } from '../platform/database/transaction.js';
import { Media } from './media.entity.js';
import { unknownPictures, unusedPictures } from './media.sql.js';
import { MediaStore, hashOfFile } from './media-store.js';
import { lockPicture } from './picture.locks.js';

const EVERY_MS = 3_600_000;
/** The hour of the night in which it sweeps. */
const HOUR = 3;
const A_DAY_MS = 86_400_000;
const BATCH = 500;
const STILL_REFERRED_TO = '23503';

/**
 * Runs in the worker, once a night: deletes pictures older than a day that no row shows, and files without a picture. An upload
 * that failed halfway leaves them, a process that died, and a store that did not answer when a picture was deleted. Several
 * workers may sweep at once.
 */
@Injectable()
export class OrphanSweep {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly db: DataSource,
    private readonly store: MediaStore,
  ) {}

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    if (new Date().getHours() !== HOUR) return;
    try {
      const { pictures, folders } = await this.sweep();
      if (pictures + folders > 0)
        this.logger.log(`Deleted ${pictures} unused pictures and ${folders} orphaned folders`);
    } catch (error) {
      this.logger.warn(`Orphaned pictures could not be deleted: ${(error as Error).message}`);
    }
  }

  /** @returns how many pictures had no use, and how many folders of files had no picture */
  async sweep(): Promise<{ pictures: number; folders: number }> {
    return { pictures: await this.deleteUnused(), folders: await this.deleteFiles() };
  }

  private async deleteUnused(): Promise<number> {
    let deleted = 0;
    for (;;) {
      const hashes = await unusedPictures(this.db, BATCH);
      const before = deleted;
      for (const hash of hashes) if (await this.deletePicture(hash)) deleted += 1;
      if (hashes.length < BATCH || deleted === before) return deleted;
    }
  }

  private async deletePicture(hash: string): Promise<boolean> {
    try {
      await this.db.transaction(async (tx) => {
        await lockPicture(tx, hash);
        await tx.delete(Media, { hash });
        await this.store.remove(hash);
      });
      return true;
    } catch (error) {
      // Somebody shows it since.
      if (codeOf(error) === STILL_REFERRED_TO) return false;
      throw error;
    }
  }

  private async deleteFiles(): Promise<number> {
    let deleted = 0;
    let batch = new Set<string>();
    const before = Date.now() - A_DAY_MS;
    for await (const { name, modifiedAt } of this.store.files.list('')) {
      const hash = hashOfFile(name);
      if (hash && modifiedAt.getTime() < before) batch.add(hash);
      if (batch.size < BATCH) continue;
      deleted += await this.deleteUnknown(batch);
      batch = new Set();
    }
    return deleted + (await this.deleteUnknown(batch));
  }

  private async deleteUnknown(hashes: Set<string>): Promise<number> {
    let deleted = 0;
    for (const hash of await unknownPictures(this.db, [...hashes])) {
      await this.db.transaction(async (tx) => {
        await lockPicture(tx, hash);
        if ((await unknownPictures(tx, [hash])).length === 0) return;
        await this.store.remove(hash);
        deleted += 1;
      });
    }
    return deleted;
  }
}
