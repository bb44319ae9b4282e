import { topRows } from '../keyword/top-rows.js';
import { HAS } from '../text/columns.js';
import { FILLER_WORDS } from '../text/lexicon/lexicon.js';
import { FIELD } from '../text/product-reading.js';
import type { Posting } from '../text/postings.js';
import { toneLast } from '../text/tokens.js';
import type { WordIndex } from '../text/word-index.js';
import { FIT, type Fit, type TypedWord } from './typed-words.js';
import type { WordList } from './word-list.js';

/**
 * The products that have every typed word in their name, brand, category or colours, the last word perhaps unfinished: those first
 * that fit best, of these what sells best.
 * @returns ids
 */
export function productsWith(words: readonly TypedWord[], index: WordIndex, list: WordList, count: number): number[] {
  const { columns } = index;
  const telling = words.filter((word, place) => place === words.length - 1 || !word.every(isFiller));
  if (telling.length === 0) return [];
  const sums = new Uint8Array(columns.length);
  const isOut = new Uint8Array(columns.length);
  telling.forEach((word, place) => {
    const fits = fitsOf(word, index, list, place === telling.length - 1);
    for (let row = 0; row < columns.length; row++) {
      const fit = fits[row] ?? 0;
      if (fit === 0) isOut[row] = 1;
      else sums[row] = (sums[row] ?? 0) + fit;
    }
  });
  const rows = new Uint32Array(columns.length);
  let found = 0;
  for (let row = 0; row < columns.length; row++) {
    if (isOut[row] === 0 && (columns.flags[row] ?? 0) & HAS.life) rows[found++] = row;
  }
  const { sold, ids } = columns;
  const top = topRows(
    rows.subarray(0, found),
    (a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || (sold[b] ?? 0) - (sold[a] ?? 0) || (ids[b] ?? 0) - (ids[a] ?? 0),
    0,
    count,
  );
  return Array.from(top, (row) => ids[row] ?? 0);
}

const isFiller = ({ typed }: { typed: string }) => FILLER_WORDS.has(toneLast(typed));

/** Postings of the words that a typed word may be, and how well it is one of them. */
interface Way {
  fit: Fit;
  postings: Posting[];
  /** Of names as they are written, else folded of all fields. */
  isWritten: boolean;
}

/** By row how a word fits: the greater the better, 0 for not at all. A word of the name is better than one of the other fields. */
function fitsOf(word: TypedWord, index: WordIndex, list: WordList, isLast: boolean): Uint8Array {
  const { length } = index.columns;
  const fits = new Uint8Array(length);
  const has = new Uint8Array(length);
  for (const { fit, postings, isWritten } of waysOf(word, index, list, isLast)) {
    if (postings.length === 0) continue;
    has.fill(0);
    for (const posting of postings) posting.spread(has);
    const inName = isWritten ? 1 : FIELD.name;
    for (let row = 0; row < length; row++) {
      const how = has[row] ?? 0;
      const own = how === 0 ? 0 : 2 * fit + (how >= inName ? 1 : 0);
      if (own > (fits[row] ?? 0)) fits[row] = own;
    }
  }
  return fits;
}

function waysOf(word: TypedWord, index: WordIndex, list: WordList, isLast: boolean): Way[] {
  return word.flatMap(({ typed, folded }): Way[] => {
    const longer = isLast ? list.startingWith(folded).filter((other) => other !== folded) : [];
    const any = [folded, ...longer].flatMap((other) => index.named(other) ?? []);
    if (typed === folded) return [{ fit: FIT.written, postings: any, isWritten: false }];
    const begun = typed.normalize('NFD');
    const spellings = longer.flatMap((other) => list.spellings(other));
    const agreeing = [typed, ...spellings.filter((spelling) => spelling.normalize('NFD').startsWith(begun))];
    return [
      { fit: FIT.folded, postings: any, isWritten: false },
      { fit: FIT.written, postings: agreeing.flatMap((one) => index.writtenAs(toneLast(one)) ?? []), isWritten: true },
    ];
  });
}
