import type Sharp from 'sharp';

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
