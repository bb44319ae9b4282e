import type { default as Sharp, Sharp as Picture } from 'sharp';

export const MAX_PIXELS = 50_000_000;
/** In seconds: no honest picture takes so long, even on a machine that is busy. */
export const MAX_SECONDS = 60;

let loading: Promise<typeof Sharp> | undefined;

/**
 * The picture library, set up for pictures that come one after another. It is loaded with the first of them, because
 * most starts of the backend see none, and it would cost each of them time and memory.
 */
export function loadSharp(): Promise<typeof Sharp> {
  return (loading ??= load());
}

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Decoded pictures are not met again, and a thread per picture leaves the other cores to requests.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Opens a picture from outside, upright. Decoding fails when anything is wrong with it, and when it takes too long. */
export function openUpright(sharp: typeof Sharp, bytes: Buffer): Picture {
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS });
  return picture.autoOrient().timeout({ seconds: MAX_SECONDS });
}
