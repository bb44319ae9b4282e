import type { PICTURE_WIDTHS } from '../contract/rules.js';

/**
 * Where a picture is served from.
 * @param hash null when there is no picture, which is also the answer then
 * @param width in pixels, one of those in which every picture is made
 */
export function pictureUrl(hash: string | null, width: (typeof PICTURE_WIDTHS)[number] = 640): string | null {
  return hash && `/media/${hash}/${width}.webp`;
}
