import type { DataSource } from 'typeorm';
import { openPictures, saveColorGuesses, type ColorGuess } from '../../catalog/products/picture-colors.sql.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { labOfHex } from '../image/features/lab.js';
import { unpack } from '../image/pack.js';
import { readParts } from './search-images.sql.js';

/** The largest distance in L*a*b* at which a picture's main colour still is a colour of the product. */
const REACH = 30;
/** How much nearer the best colour must be than the second. */
const MARGIN = 1.15;

/** Guesses which of its product's colours a picture shows, until an owner says it. */
export class ColorGuesser {
  constructor(private readonly db: DataSource) {}

  /** Guesses the colours of these products' pictures that an engine with colours has described. */
  async guess(products: number[]): Promise<void> {
    const pictures = await openPictures(this.db, products);
    const parts = await readParts(this.db, [...new Set(pictures.map(({ mediaHash }) => mediaHash))]);
    const guesses = pictures.flatMap(({ id, mediaHash, colors }): ColorGuess[] => {
      const description = parts.get(mediaHash);
      return description ? [{ id, colorId: nearestColor(unpack(description).color.hex, colors) }] : [];
    });
    if (guesses.length > 0) await inTransaction(this.db, (tx) => saveColorGuesses(tx, guesses));
  }
}

/**
 * Finds the colour that a picture shows.
 * @param hex the picture's main colour
 * @param colors of the product
 * @returns null when none is near, when two are about as near, or when there is no choice
 */
export function nearestColor(hex: string, colors: { id: number; hex: string }[]): number | null {
  const picture = labOfHex(hex);
  const [best, second] = colors
    .map((color) => ({ id: color.id, away: Math.hypot(...labOfHex(color.hex).map((value, i) => value - picture[i]!)) }))
    .sort((one, other) => one.away - other.away);
  if (!best || !second || best.away > REACH) return null;
  return second.away >= best.away * MARGIN ? best.id : null;
}
