import { maskHomographs } from './homographs.js';
import {
  ANY_AMOUNT,
  CHEAP,
  CHEAP_ALONE,
  CHEAP_WITH_TONES,
  PRICE_PATTERNS,
  type PriceBounds,
} from './price-patterns.js';

/** A requested price, in đồng. */
export interface PriceTerm extends PriceBounds {
  /** Whether cheaper is better, without a limit. */
  isCheap: boolean;
  start: number;
  end: number;
}

/**
 * Finds the prices that a text requests.
 * @param folded the text, folded letter by letter
 * @param written the text with its tones: "rẻ" is cheap, "rễ" is not; "năm" is five, "nam" is not
 */
export function readPrices(folded: string, written: string): PriceTerm[] {
  const { terms, rest } = ANY_AMOUNT.test(folded)
    ? readAmounts(maskHomographs(folded, written))
    : { terms: [], rest: folded };
  return [...terms, ...readCheap(rest, written)].sort((a, b) => a.start - b.start);
}

/** Reads the amounts. @returns also the text in which they are blanked out */
function readAmounts(folded: string): { terms: PriceTerm[]; rest: string } {
  const terms: PriceTerm[] = [];
  let rest = folded;
  for (const { pattern, boundsOf } of PRICE_PATTERNS) {
    for (const match of rest.matchAll(pattern)) {
      const [text] = match;
      const bounds = isSize(text) ? null : boundsOf(match);
      if (!bounds || isMeasure(rest, match.index)) continue;
      terms.push({ ...bounds, isCheap: false, start: match.index, end: match.index + text.trimEnd().length });
      rest = blankOut(rest, match.index, text.length);
    }
  }
  return { terms, rest };
}

/** Reads requests for something cheap. */
function readCheap(folded: string, written: string): PriceTerm[] {
  const terms: PriceTerm[] = [];
  for (const match of folded.matchAll(CHEAP)) {
    const [text] = match;
    const [start, end] = [match.index, match.index + text.length];
    const withTones = written.slice(start, end);
    const isCheap = withTones === text || CHEAP_WITH_TONES.test(withTones);
    if (isCheap && CHEAP_ALONE.test(text)) terms.push({ min: null, max: null, around: null, isCheap, start, end });
  }
  return terms;
}

/** "size 38-40", unless a unit of money follows. */
const isSize = (text: string): boolean => /^(size|sz|co|so)\b/.test(text) && !/[kđ]|tr|ng/.test(text);

/** "size 38-40", "cao khoảng 160", "nặng từ 50 đến 60": body measures, not amounts of money. */
const isMeasure = (text: string, at: number): boolean =>
  /(?:size|sz|cao|nang|eo|nguc|mong|vong \d|so do|can nang|chieu cao|tuoi)\s*(?:la\s*|tam\s*|khoang\s*)?$/.test(
    text.slice(0, at),
  );

const blankOut = (text: string, start: number, length: number) =>
  text.slice(0, start) + '\u0000'.repeat(length) + text.slice(start + length);
