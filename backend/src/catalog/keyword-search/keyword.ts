import { MAX_KEYWORD } from '../../contract/rules.js';
import { foldVi, lowerVi, wordsOf } from './fold.js';
import type { Vocabulary } from './vocabulary.js';

/** A keyword as texts of `tsquery`. The index holds a name as written under A, folded under B (see the migration). */
export interface KeywordQuery {
  /** Products that have every word, in any field. */
  strict: string;
  /** The fallback when no product has all words: each word as typed or as it may have been meant. */
  loose: string;
  /** The folded words, for names that merely look like them when nobody has any of that either. */
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
 * Reads a keyword as a shopper means it: case and tones do not matter, a word may be misspelt, the last may be
 * unfinished.
 *
 * @returns null when there is nothing to search for in it
 */
export function readKeyword(keyword: string, vocabulary: Vocabulary): KeywordQuery | null {
  const typed = wordsOf(lowerVi(keyword.slice(0, MAX_KEYWORD))).slice(0, MAX_WORDS);
  if (typed.length === 0) return null;
  const folded = typed.map(foldVi);
  const twins = typed.map((word) => vocabulary.twins(word));
  const guesses = folded.map((word) => vocabulary.guesses(word));
  const meant = folded.flatMap((word, index) => {
    const [twin] = twins[index] ?? [];
    if (twin !== undefined) return twin;
    return vocabulary.has(word) ? word : (guesses[index]?.[0] ?? word);
  });

  const strict = folded.map((word, index) => {
    const isUnfinished = index === folded.length - 1 && word.length > 1 && !vocabulary.has(word);
    return anyOf([isUnfinished ? `${quote(word)}:*` : quote(word), ...(twins[index] ?? []).map(quote)]);
  });
  const loose = folded.map((word, index) =>
    anyOf([quote(word), ...(guesses[index] ?? []).map((guess) => `(${guess.map(quote).join(' & ')})`)]),
  );
  return {
    strict: strict.join(' & '),
    loose: loose.join(' & '),
    plain: folded.join(' '),
    toned: typed.map((word, index) => (word === folded[index] ? `${quote(word)}:B` : `${quote(word)}:A`)).join(' & '),
    named: eitherOf(folded, meant, ' & '),
    phrase: typed.length > 1 ? eitherOf(folded, meant, ' <-> ') : null,
  };
}

/** Words hold letters and digits only, so a quoted one is always one lexeme. */
const quote = (word: string) => `'${word}'`;
const anyOf = (choices: string[]) => (choices.length > 1 ? `(${choices.join(' | ')})` : (choices[0] ?? ''));

function eitherOf(typed: string[], meant: string[], operator: string): string {
  const readings = new Set([typed, meant].map((words) => words.map((word) => `${quote(word)}:B`).join(operator)));
  return anyOf([...readings].map((reading) => `(${reading})`));
}
