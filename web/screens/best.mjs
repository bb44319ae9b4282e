// @ts-check
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/** The pictures of docs/screens, which docs/screens.md shows: screens that need nothing of the ones before them. */
export const BEST = [
  { name: 'home', width: 1280 },
  { name: 'search', width: 1280 },
  { name: 'product', width: 1280 },
  { name: 'ai-search-results', width: 1280 },
  { name: 'admin', width: 1280 },
  { name: 'home', width: 360 },
  { name: 'search-filters', width: 360 },
  { name: 'product', width: 360 },
  { name: 'product-size-guide', width: 360 },
  { name: 'paybox', width: 360 },
];

const MAX_BYTES = 60_000;
const QUALITIES = [82, 74, 66, 58, 50, 40];

/**
 * Writes what the window shows into docs/screens as WebP, in the best quality that keeps the file small.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} name of the screen
 * @param {number} width of the window
 */
export async function writeBest(page, name, width) {
  const png = await page.screenshot();
  for (const quality of QUALITIES) {
    const webp = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
    if (webp.length > MAX_BYTES) continue;
    writeFileSync(path.resolve(`docs/screens/${name}-${width}.webp`), webp);
    return;
  }
  throw new Error(`${name} at ${width} has more than ${MAX_BYTES} bytes in every quality`);
}
