import { foldVi } from '../../catalog/keyword-search/fold.js';
import { toneLast, tokensOf } from '../text/tokens.js';
import { composed } from './keystrokes.js';
import type { WordList } from './word-list.js';

/** A possible form of a typed word. */
export interface Form {
  /** Lowercase, in NFC. */
  typed: string;
  folded: string;
}

/** The possible forms of a typed word: as typed, or as its keystrokes read. The last word may be unfinished. */
export type TypedWord = readonly Form[];

/** Words beyond this number are ignored. */
const MAX_WORDS = 8;
const MAX_RUN = 24;
/** The minimum length of a word that can be split from a run: "vayd" is "váy đ…". */
const SHORTEST = 2;

/** Reads the text typed so far. A word of the shop or the lexicon keeps its form. */
export function readTyped(text: string, list: WordList): TypedWord[] {
  const tokens = tokensOf(text).slice(0, MAX_WORDS);
  return tokens.flatMap(({ typed, folded }, place) => {
    const isLast = place === tokens.length - 1;
    const isKnown = (word: string) => list.has(word) || (isLast && list.isStart(word));
    const forms = isKnown(folded) ? [{ typed, folded }] : [];
    if (!list.has(folded)) {
      for (const reading of composed(typed)) {
        const form = { typed: reading, folded: foldVi(reading) };
        if (isKnown(form.folded)) forms.push(form);
      }
    }
    if (forms.length > 0) return [forms];
    const parts = folded.length <= MAX_RUN ? cut(folded, list, isLast) : null;
    return parts?.map((part) => [{ typed: part, folded: part }]) ?? [[{ typed, folded }]];
  });
}

/**
 * Splits words that were typed without spaces, trying the longest first.
 * @param isLast whether the last part may be unfinished
 * @param failed runs that cannot be split
 */
function cut(run: string, list: WordList, isLast: boolean, failed = new Set<string>()): string[] | null {
  if (failed.has(run)) return null;
  for (let length = run.length - 1; length >= SHORTEST; length--) {
    const [head, tail] = [run.slice(0, length), run.slice(length)];
    if (!list.has(head)) continue;
    if (isLast ? list.isStart(tail) : list.has(tail)) return [head, tail];
    const rest = cut(tail, list, isLast, failed);
    if (rest) return [head, ...rest];
  }
  failed.add(run);
  return null;
}

/** A word of a possible suggestion. */
export interface OfferedWord extends Form {
  /** In NFD, to compare prefixes by letter and mark: "vá" begins "váy", but not "vải". */
  apart: string;
  toned: string;
}

export const offeredWords = (text: string): OfferedWord[] =>
  tokensOf(text).map(({ typed, folded }) => ({ typed, folded, apart: typed.normalize('NFD'), toned: toneLast(typed) }));

/**
 * How a typed word fits an offered one: with the typed tones, or only without tones. The beginning of a word fits as well as the
 * whole word: "áo thu" more often becomes "áo thun" than an áo for autumn.
 */
export const FIT = { no: 0, folded: 1, written: 2 } as const;
export type Fit = (typeof FIT)[keyof typeof FIT];

/** @param isLast whether it may be unfinished */
export function fitOf(word: TypedWord, offered: OfferedWord, isLast: boolean): Fit {
  let best: Fit = FIT.no;
  for (const { typed, folded } of word) {
    const isWhole = offered.folded === folded;
    if (!isWhole && !(isLast && offered.folded.startsWith(folded))) continue;
    const isUntoned = typed === folded;
    const isBegun = isLast && offered.apart.startsWith(typed.normalize('NFD'));
    if (isUntoned || isBegun || offered.toned === toneLast(typed)) return FIT.written;
    best = FIT.folded;
  }
  return best;
}

/**
 * How well the typed words fit a possible suggestion in which they stand together: 0 if they do not, and higher is better.
 * Matching tones count most, then whether the text begins with the words.
 */
export function fitOfText(words: readonly TypedWord[], offered: readonly OfferedWord[]): number {
  const leading = fitFrom(words, offered, 0);
  let best = leading === FIT.no ? 0 : 3 * leading;
  for (let from = 1; from < offered.length && best === 0; from++) {
    const fit = fitFrom(words, offered, from);
    if (fit !== FIT.no) best = 3 * fit - 1;
  }
  return best;
}

/** Like `fitOfText`, and where other words stand between the typed ones, the lowest value with these tones. */
export function fitInOrder(words: readonly TypedWord[], offered: readonly OfferedWord[]): number {
  const together = fitOfText(words, offered);
  if (together > 0) return together;
  let worst: Fit = FIT.written;
  let from = 0;
  for (const [place, word] of words.entries()) {
    const isLast = place === words.length - 1;
    const at = offered.findIndex((other, nth) => nth >= from && fitOf(word, other, isLast) !== FIT.no);
    const other = offered[at];
    if (!other) return 0;
    const fit = fitOf(word, other, isLast);
    if (fit < worst) worst = fit;
    from = at + 1;
  }
  return 3 * worst - 2;
}

/** The worst fit of the typed words to the consecutive words from this place on. */
function fitFrom(words: readonly TypedWord[], offered: readonly OfferedWord[], from: number): Fit {
  if (words.length > offered.length - from) return FIT.no;
  let worst: Fit = FIT.written;
  for (let place = 0; place < words.length; place++) {
    const [word, other] = [words[place], offered[from + place]];
    const fit = word && other ? fitOf(word, other, place === words.length - 1) : FIT.no;
    if (fit < worst) worst = fit;
    if (worst === FIT.no) break;
  }
  return worst;
}
