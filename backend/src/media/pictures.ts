import type { Queue } from 'bullmq';
import type { EntityManager } from 'typeorm';
import type { MediaStore } from './media-store.js';
import { insertPicture } from './media.sql.js';
import type { DecodedPicture } from './picture.js';

export const MEDIA_QUEUE = 'media';

/** A job of the media queue: the picture whose renditions are to be made. */
export interface RenderJob {
  hash: string;
}

/**
 * Keeps a picture that was read: its files at once, its row with the transaction. The same content twice is one picture,
 * unless it is a person's. Its renditions are made after the commit, see `renderSoon`.
 *
 * @param tx the transaction of whatever shows the picture
 * @returns the hash that its addresses are made of
 */
export async function keepPicture(
  tx: EntityManager,
  store: MediaStore,
  picture: DecodedPicture,
): Promise<{ hash: string }> {
  const { hash, original, preview, width, height, color } = picture;
  await store.write(hash, 'original.webp', original);
  await store.write(hash, '320.webp', preview);
  await insertPicture(tx, { hash, width, height, color });
  return { hash };
}

/**
 * Asks the worker for renditions; call it after the commit. If the question is lost, the worker finds the pictures that
 * wait by itself a little later.
 */
export async function renderSoon(queue: Queue<RenderJob>, hashes: readonly string[]): Promise<void> {
  // Done or failed jobs are not kept: a kept one would swallow the next of the same id.
  const opts = {
    attempts: 3,
    backoff: { type: 'exponential', delay: 1_000 },
    removeOnComplete: true,
    removeOnFail: true,
  };
  await queue.addBulk(hashes.map((hash) => ({ name: 'render', data: { hash }, opts: { ...opts, jobId: hash } })));
}
