import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Sharp } from 'sharp';
import { loadSharp } from '../../media/decoding/sharp.js';
import { waitAtMost } from '../../platform/promises/wait-at-most.js';
import type { MediaStore } from '../../media/media-store.js';

/**
 * The bounds of a mail's pictures: they go into the mail itself, because a mail program that fetched them would tell when and
 * where the mail is read. All of them make it some 100 kB larger.
 */
export const MAIL_PICTURE = { maxCount: 10, maxBytes: 8_192, width: 120, height: 160 };

/** Milliseconds for all pictures of a mail: a slow store must not hold the mail back. */
const TIME_MS = 10_000;

/** Small pictures that are kept, 2 MB at most: what sells well is in many mails, and each takes some 5 ms of CPU to make. */
const MAX_KEPT = 250;

/** Tried in this order until the picture is small enough. */
const QUALITIES = [70, 50, 30];

/** Makes small pictures for mails. A picture that is missing or cannot be read is left out. */
export class MailPictures {
  private readonly logger = new Logger('Mail');
  /** By hash, which names the content: a kept picture is never an old one. */
  private readonly kept = new LRUCache<string, Buffer>({ max: MAX_KEPT });

  constructor(private readonly store: MediaStore) {}

  /**
   * Reads pictures from the media store, the first few of those that are given.
   * @param hashes of pictures, which may repeat
   * @returns JPEGs by hash
   */
  async of(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const pictures = new Map<string, Buffer>();
    const chosen = [...new Set(hashes)].slice(0, MAIL_PICTURE.maxCount);
    if (chosen.length === 0) return pictures;
    let isLate = false;
    const read = async () => {
      for (const hash of chosen) {
        const picture = await this.read(hash);
        if (isLate) return;
        if (picture) pictures.set(hash, picture);
      }
    };
    await waitAtMost(TIME_MS, read());
    isLate = true;
    return pictures;
  }

  private async read(hash: string): Promise<Buffer | undefined> {
    const kept = this.kept.get(hash);
    if (kept) return kept;
    try {
      const stored = (await this.store.read(hash, '320.webp')) ?? (await this.store.read(hash, 'original.webp'));
      const small = stored && (await shrink(stored));
      if (small) this.kept.set(hash, small);
      return small;
    } catch (error) {
      this.logger.warn(`A mail goes without the picture ${hash}: ${(error as Error).message}`);
      return undefined;
    }
  }
}

/** @returns a JPEG, which every mail program shows; undefined when it would be too large */
async function shrink(stored: Buffer): Promise<Buffer | undefined> {
  const sharp = await loadSharp();
  const { width, height } = MAIL_PICTURE;
  const small: Sharp = sharp(stored).resize({ width, height, fit: 'cover' }).flatten({ background: '#fff' });
  for (const quality of QUALITIES) {
    const jpeg = await small.clone().jpeg({ quality, progressive: true }).toBuffer();
    if (jpeg.length <= MAIL_PICTURE.maxBytes) return jpeg;
  }
  return undefined;
}
