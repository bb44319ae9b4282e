import { MAX_KEYWORD } from '../../contract/rules.js';
import { foldVi, lowerVi, wordsOf } from '../text/fold.js';

/** A keyword as `tsquery` texts. The index holds a name as written with weight A, and folded with weight B. */
export interface KeywordQuery {
  /** Matches products that have every word in any field; the last word may be unfinished. */
  every: string;
  /** The folded words, for a search of similar names when no product has all words. */
  plain: string;
  /** Requires every word whole in the name; words typed with tones must have these tones. */
  toned: string;
  /** Requires every word whole in the name, ignoring tones. */
  named: string;
  /** Requires the words next to each other in the name; null for a single word. */
  phrase: string | null;
}

const MAX_WORDS = 12;

/**
 * Parses a keyword word by word, ignoring case and tones.
 *
 * @returns null when it contains no word
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

/** Words contain only letters and digits, so a quoted word is always one lexeme. */
const quote = (word: string) => `'${word}'`;
