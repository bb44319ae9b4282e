import type { default as Sharp, Sharp as Picture } from 'sharp';

export const MAX_PIXELS = 50_000_000;
/** In seconds: no regular picture takes this long, even on a busy machine. */
export const MAX_SECONDS = 60;

let loading: Promise<typeof Sharp> | undefined;

/**
 * Loads and configures sharp with the first picture, because most starts of the backend decode none and would pay its time
 * and memory.
 */
export function loadSharp(): Promise<typeof Sharp> {
  return (loading ??= load());
}

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Decoded pictures are not reused, and one thread per picture leaves the other cores to requests.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Opens an untrusted picture, upright. Decoding fails on any defect in it, and when it takes too long. */
export function openUpright(sharp: typeof Sharp, bytes: Buffer): Picture {
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS });
  return picture.autoOrient().timeout({ seconds: MAX_SECONDS });
}
