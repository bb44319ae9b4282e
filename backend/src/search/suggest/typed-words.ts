import { foldVi } from '../../catalog/text/fold.js';
import { toneLast, tokensOf } from '../text/words/tokens.js';
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
 * How a typed word matches an offered one: with the typed tones, or only without tones. The beginning of a word matches as well as the
 * whole word: "áo thu" more often becomes "áo thun" than an áo for autumn.
 */
export const PREFIX_MATCH = { no: 0, folded: 1, written: 2 } as const;
export type PrefixMatch = (typeof PREFIX_MATCH)[keyof typeof PREFIX_MATCH];

/** @param isLast whether it may be unfinished */
export function prefixMatchOf(word: TypedWord, offered: OfferedWord, isLast: boolean): PrefixMatch {
  let best: PrefixMatch = PREFIX_MATCH.no;
  for (const { typed, folded } of word) {
    const isWhole = offered.folded === folded;
    if (!isWhole && !(isLast && offered.folded.startsWith(folded))) continue;
    const isUntoned = typed === folded;
    const isBegun = isLast && offered.apart.startsWith(typed.normalize('NFD'));
    if (isUntoned || isBegun || offered.toned === toneLast(typed)) return PREFIX_MATCH.written;
    best = PREFIX_MATCH.folded;
  }
  return best;
}

/**
 * How well the typed words match a possible suggestion in which they stand together: 0 if they do not, and higher is better.
 * Matching tones count most, then whether the text begins with the words.
 */
export function matchOfText(words: readonly TypedWord[], offered: readonly OfferedWord[]): number {
  const leading = matchFrom(words, offered, 0);
  let best = leading === PREFIX_MATCH.no ? 0 : 3 * leading;
  for (let from = 1; from < offered.length && best === 0; from++) {
    const match = matchFrom(words, offered, from);
    if (match !== PREFIX_MATCH.no) best = 3 * match - 1;
  }
  return best;
}

/** Like `matchOfText`, and where other words stand between the typed ones, the lowest value with these tones. */
export function matchInOrder(words: readonly TypedWord[], offered: readonly OfferedWord[]): number {
  const together = matchOfText(words, offered);
  if (together > 0) return together;
  let worst: PrefixMatch = PREFIX_MATCH.written;
  let from = 0;
  for (const [place, word] of words.entries()) {
    const isLast = place === words.length - 1;
    const at = offered.findIndex((other, nth) => nth >= from && prefixMatchOf(word, other, isLast) !== PREFIX_MATCH.no);
    const other = offered[at];
    if (!other) return 0;
    const match = prefixMatchOf(word, other, isLast);
    if (match < worst) worst = match;
    from = at + 1;
  }
  return 3 * worst - 2;
}

/** The worst match of the typed words with the consecutive words from this place on. */
function matchFrom(words: readonly TypedWord[], offered: readonly OfferedWord[], from: number): PrefixMatch {
  if (words.length > offered.length - from) return PREFIX_MATCH.no;
  let worst: PrefixMatch = PREFIX_MATCH.written;
  for (let place = 0; place < words.length; place++) {
    const [word, other] = [words[place], offered[from + place]];
    const match = word && other ? prefixMatchOf(word, other, place === words.length - 1) : PREFIX_MATCH.no;
    if (match < worst) worst = match;
    if (worst === PREFIX_MATCH.no) break;
  }
  return worst;
}
