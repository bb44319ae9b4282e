import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../platform/database/transaction.js';
import { unknownPictures, unusedPictures } from './media.sql.js';
import { MediaStore, hashOfFile } from './media-store.js';
import { lockPicture } from './picture.locks.js';
import { deletePicture } from './pictures.js';

const A_DAY_MS = 86_400_000;
const BATCH = 500;

/**
 * Deletes pictures older than a day that no row shows, and files without a picture; housekeeping runs it. They are left
 * by uploads that failed halfway, by processes that died, and by deletions while the store did not answer.
 */
@Injectable()
export class OrphanSweep {
  constructor(
    private readonly db: DataSource,
    private readonly store: MediaStore,
  ) {}

  /**
   * @param session reads all pictures, which may take longer than the shop's own timeout allows
   * @param signal stops it after the picture that it deletes
   * @returns how many pictures had no use, and how many folders of files had no picture
   */
  async sweep(session: EntityManager, signal?: AbortSignal): Promise<{ pictures: number; folders: number }> {
    return { pictures: await this.deleteUnused(session, signal), folders: await this.deleteFiles(signal) };
  }

  private async deleteUnused(session: EntityManager, signal?: AbortSignal): Promise<number> {
    let deleted = 0;
    for (;;) {
      const hashes = await unusedPictures(session, BATCH);
      const before = deleted;
      for (const hash of hashes) {
        if (signal?.aborted) return deleted;
        if (await deletePicture(this.db, this.store, hash)) deleted += 1;
      }
      if (hashes.length < BATCH || deleted === before) return deleted;
    }
  }

  private async deleteFiles(signal?: AbortSignal): Promise<number> {
    let deleted = 0;
    let batch = new Set<string>();
    const before = Date.now() - A_DAY_MS;
    for await (const { name, modifiedAt } of this.store.files.list('')) {
      if (signal?.aborted) return deleted;
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
      deleted += await inTransaction(this.db, async (tx) => {
        await lockPicture(tx, hash);
        if ((await unknownPictures(tx, [hash])).length === 0) return 0;
        await this.store.remove(hash);
        return 1;
      });
    }
    return deleted;
  }
}
