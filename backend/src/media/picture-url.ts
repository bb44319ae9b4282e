import type { PICTURE_WIDTHS } from '../contract/rules.js';

/**
 * Returns the URL of a picture.
 * @param hash null for no picture; the result is then null too
 * @param width in pixels, one of the stored widths
 */
export function pictureUrl(hash: string | null, width: (typeof PICTURE_WIDTHS)[number] = 640): string | null {
  return hash && `/media/${hash}/${width}.webp`;
}
