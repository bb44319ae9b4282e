import type { Queue } from 'bullmq';
import type { EntityManager } from 'typeorm';
import type { MediaStore } from './media-store.js';
import { insertPicture } from './media.sql.js';
import type { DecodedPicture } from './picture.js';

export const MEDIA_QUEUE = 'media';

/** A job of the media queue: the picture to render. */
export interface RenderJob {
  hash: string;
}

/**
 * Stores a decoded picture: its files at once, its row with the transaction. Equal content is stored once, except for pictures
 * of persons. Call `renderSoon` after the commit.
 *
 * @param tx the transaction of the row that shows the picture
 * @returns the hash for its URLs
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
