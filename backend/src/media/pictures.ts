import type { Queue } from 'bullmq';
import type { DataSource, EntityManager } from 'typeorm';
import { inTransaction, isForeignKeyViolation } from '../platform/database/transaction.js';
import { ShopError } from '../platform/errors/shop-error.js';
import type { MediaStore } from './media-store.js';
import { Media } from './media.entity.js';
import { insertPicture, renderAgain, unknownPictures } from './media.sql.js';
import type { DecodedPicture } from './picture.js';
import { lockPicture } from './picture.locks.js';

export const MEDIA_QUEUE = 'media';

/** How often equal pictures may be deleted while one is stored. */
const MAX_ATTEMPTS = 5;

/** A job of the media queue: the picture to render. */
export interface RenderJob {
  hash: string;
}

/**
 * Stores a decoded picture: first its row, so that nobody deletes the files of an equal picture meanwhile, then its files. A store
 * in another machine may take seconds: call it outside of transactions, and `keepPicture` in the one whose rows show the
 * picture. Equal content is stored once, except for pictures of persons.
 * @throws StoreUnavailable; a row without files may stay, and the worker deletes it a day later
 */
export async function storePicture(db: DataSource, store: MediaStore, picture: DecodedPicture): Promise<void> {
  const { hash, original, preview, width, height, color } = picture;
  const isNew = await insertPicture(db.manager, { hash, width, height, color });
  // A process that dies while it deletes a picture leaves its row without the files.
  if (!isNew) await renderAgain(db.manager, hash, await store.has(hash));
  const written = await Promise.allSettled([
    store.write(hash, 'original.webp', original),
    store.write(hash, '320.webp', preview),
  ]);
  for (const each of written) if (each.status === 'rejected') throw each.reason;
}

/**
 * Keeps a stored picture from being deleted until the transaction, whose rows refer to it, ends. Call `renderSoon` after the
 * commit.
 * @throws PictureDeleted when somebody has deleted an equal picture since it was stored
 */
export async function keepPicture(tx: EntityManager, hash: string): Promise<void> {
  await lockPicture(tx, hash);
  if ((await unknownPictures(tx, [hash])).length > 0) throw new PictureDeleted();
}

/** An equal picture was deleted between storing and keeping one. */
class PictureDeleted extends ShopError {
  constructor() {
    super(503, 'Ảnh này vừa bị xóa ở nơi khác. Vui lòng gửi lại.', {}, { 'Retry-After': '1' });
  }
}

/** Runs `act` inside a transaction, or returns an earlier result instead. */
export type TransactionWrapper<T> = (tx: EntityManager, act: () => Promise<T>) => Promise<T>;

/**
 * Stores pictures, then runs the transaction whose rows show them; both again when an equal picture is deleted in between. Discard
 * them when it fails, call `renderSoon` when it succeeds.
 * @param around runs first in the transaction, for locks that come before those of pictures
 * @throws StoreUnavailable, PictureDeleted after several times, and what `work` and `around` throw
 */
export async function storeAndKeep<T>(
  db: DataSource,
  store: MediaStore,
  pictures: readonly DecodedPicture[],
  work: (tx: EntityManager) => Promise<T>,
  around: TransactionWrapper<T> = (_tx, act) => act(),
): Promise<T> {
  // One order everywhere, so that concurrent requests do not deadlock.
  const sorted = pictures.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  for (let attempt = 1; ; attempt++) {
    for (const picture of sorted) await storePicture(db, store, picture);
    try {
      return await inTransaction(db, (tx) =>
        around(tx, async () => {
          for (const { hash } of sorted) await keepPicture(tx, hash);
          return work(tx);
        }),
      );
    } catch (error) {
      if (!(error instanceof PictureDeleted) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * Deletes a picture and its files, unless a row shows it. Waits for a concurrent request that keeps the same picture; it then stays.
 * @returns whether it is deleted
 * @throws StoreUnavailable; the picture then stays
 */
export async function deletePicture(db: DataSource, store: MediaStore, hash: string): Promise<boolean> {
  try {
    await inTransaction(db, async (tx) => {
      await lockPicture(tx, hash);
      await tx.delete(Media, { hash });
      await store.remove(hash);
    });
    return true;
  } catch (error) {
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}

/**
 * Queues the renditions for the worker; call it after the commit. If the job is lost, the worker finds the pending pictures
 * a little later.
 */
export async function renderSoon(queue: Queue<RenderJob>, hashes: readonly string[]): Promise<void> {
  // Finished and failed jobs are removed: a remaining one would swallow the next job with the same id.
  const opts = {
    attempts: 3,
    backoff: { type: 'exponential', delay: 1_000 },
    removeOnComplete: true,
    removeOnFail: true,
  };
  await queue.addBulk(hashes.map((hash) => ({ name: 'render', data: { hash }, opts: { ...opts, jobId: hash } })));
}
