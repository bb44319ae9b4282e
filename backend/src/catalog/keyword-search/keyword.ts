import { MAX_KEYWORD } from '../../contract/rules.js';
import { foldVi, lowerVi, wordsOf } from './fold.js';

/** A keyword as texts of `tsquery`. The index holds a name as written under A, folded under B (see the migration). */
export interface KeywordQuery {
  /** Products that have every word, in any field; the last may be unfinished. */
  every: string;
  /** The folded words, for names that merely look like them when no product has them all. */
  plain: string;
  /** Every word whole in the name; words that were typed with tones with just these. */
  toned: string;
  /** Every word whole in the name, tones aside. */
  named: string;
  /** The words side by side in the name; null when there is only one. */
  phrase: string | null;
}

const MAX_WORDS = 12;

/**
 * Reads a keyword word by word; case and tones do not matter.
 *
 * @returns null when there is nothing to search for in it
 */
export function readKeyword(keyword: string): KeywordQuery | null {
  const typed = wordsOf(lowerVi(keyword.slice(0, MAX_KEYWORD))).slice(0, MAX_WORDS);
  if (typed.length === 0) return null;
  const folded = typed.map(foldVi);
  const isUnfinished = (word: string, index: number) => index === folded.length - 1 && word.length > 1;
  const inName = folded.map((word) => `${quote(word)}:B`);
  return {
    every: folded.map((word, index) => (isUnfinished(word, index) ? `${quote(word)}:*` : quote(word))).join(' & '),
    plain: folded.join(' '),
    toned: typed.map((word, index) => (word === folded[index] ? `${quote(word)}:B` : `${quote(word)}:A`)).join(' & '),
    named: inName.join(' & '),
    phrase: typed.length > 1 ? inName.join(' <-> ') : null,
  };
}

/** Words hold letters and digits only, so a quoted one is always one lexeme. */
const quote = (word: string) => `'${word}'`;
