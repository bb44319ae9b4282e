import { readCheap } from './cheap.js';
import { maskHomographs } from './homographs.js';
import { mask } from './mask.js';
import type { PriceBounds } from './price-bounds.js';
import { ANY_AMOUNT, PRICE_PATTERNS } from './price-patterns.js';

/** A requested price, in đồng. */
export interface PriceTerm extends PriceBounds {
  /** Whether cheaper is better, without a limit. */
  isCheap: boolean;
  start: number;
  end: number;
}

const NO_BOUNDS: PriceBounds = { min: null, max: null, around: null };

/**
 * Finds the prices that a text requests.
 * @param folded the text, folded letter by letter
 * @param written the text with its tones: "rẻ" is cheap, "rễ" is not; "năm" is five, "nam" is not
 */
export function readPrices(folded: string, written: string): PriceTerm[] {
  const { terms, rest } = ANY_AMOUNT.test(folded)
    ? readAmounts(maskHomographs(folded, written))
    : { terms: [], rest: folded };
  const cheap = readCheap(rest, written).map((span) => ({ ...NO_BOUNDS, isCheap: true, ...span }));
  return [...terms, ...cheap].sort((a, b) => a.start - b.start);
}

/** Reads the amounts. @returns also the text in which they are masked */
function readAmounts(folded: string): { terms: PriceTerm[]; rest: string } {
  const terms: PriceTerm[] = [];
  let rest = folded;
  for (const { pattern, boundsOf } of PRICE_PATTERNS) {
    for (const match of rest.matchAll(pattern)) {
      const [text] = match;
      const bounds = isSize(text) ? null : boundsOf(match);
      if (!bounds || isBodyMeasure(rest, match.index)) continue;
      terms.push({ ...bounds, isCheap: false, start: match.index, end: match.index + text.trimEnd().length });
      rest = mask(rest, match.index, text.length);
    }
  }
  return { terms, rest };
}

/** "cỡ 38-40" is a size, "cỡ 200-300k" a price: a unit of money follows. */
const isSize = (text: string): boolean => /^(size|sz|co|so)\b/.test(text) && !/k|tr|ng/.test(text);

/** "size 38-40", "cao khoảng 160", "nặng từ 50 đến 60": body measures, not amounts of money. */
const isBodyMeasure = (text: string, at: number): boolean => BEFORE_BODY_MEASURE.test(text.slice(0, at));
const BEFORE_BODY_MEASURE =
  /(?:size|sz|cao|nang|eo|nguc|mong|vong \d|so do|can nang|chieu cao|tuoi)\s*(?:la\s*|tam\s*|khoang\s*)?$/;
