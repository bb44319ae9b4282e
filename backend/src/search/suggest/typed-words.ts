import { foldVi } from '../../catalog/keyword-search/fold.js';
import { toneLast, tokensOf } from '../text/tokens.js';
import { composed } from './keystrokes.js';
import type { WordList } from './word-list.js';

/** A word as it may have been meant. */
export interface Form {
  /** Lowercase and composed. */
  typed: string;
  folded: string;
}

/** A word of what is typed: as it stands there, or as its keystrokes read. The last one may be unfinished. */
export type TypedWord = readonly Form[];

/** Words beyond these are left out: nobody waits for suggestions of so long a sentence. */
const MAX_WORDS = 8;
const MAX_RUN = 24;
/** The shortest word that another may stand behind without a space: "vayd" is "váy đ…". */
const SHORTEST = 2;

/** As much of a text as is read. */
export function readPart(text: string): string {
  const { end } = tokensOf(text)[MAX_WORDS - 1] ?? { end: text.length };
  return text.slice(0, end);
}

/** Reads what is typed so far. A word that the shop or the lexicon has is taken as it stands. */
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
 * Cuts words that were typed together, the longest first.
 * @param isLast whether the last part may be unfinished
 * @param failed runs that cannot be cut
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

/** A word of what may be suggested. */
export interface OfferedWord extends Form {
  /** Its letters and marks apart: "vá" begins "váy", and not "vải". */
  apart: string;
  toned: string;
}

export const offeredWords = (text: string): OfferedWord[] =>
  tokensOf(text).map(({ typed, folded }) => ({ typed, folded, apart: typed.normalize('NFD'), toned: toneLast(typed) }));

/**
 * How a typed word fits another one: with the tones that were typed, or only without them. The beginning of a word fits as well as
 * the whole: who types "áo thu" is on the way to an áo thun more often than to one for autumn.
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
 * How what is typed fits a text that may be suggested: 0 when it does not; the greater the better: first whether the tones agree,
 * then whether the text begins with it.
 */
export function fitOfText(words: readonly TypedWord[], offered: readonly OfferedWord[]): number {
  const leading = fitFrom(words, offered, 0);
  let best = leading === FIT.no ? 0 : 2 * leading;
  for (let from = 1; from < offered.length && best === 0; from++) {
    const fit = fitFrom(words, offered, from);
    if (fit !== FIT.no) best = 2 * fit - 1;
  }
  return best;
}

/** The worst fit of the typed words to those that stand side by side from here on. */
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
