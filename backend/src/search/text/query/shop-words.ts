import type { SpellingCorrector } from '../spelling/spelling-corrector.js';
import type { Token } from '../words/tokens.js';
import type { WordTerm } from './parsed-query.js';

/** What the reader of queries needs of the shop's words: the index of its products answers. */
export interface ShopWords {
  /** Corrects misspelt words by the current vocabulary. */
  spellingCorrector(): SpellingCorrector;
  /** The brand that the tokens from `at` on name, and how many of them do; null if there is none. */
  brandAt(tokens: readonly Token[], at: number): { brand: string; length: number } | null;
  /** Whether a product's name has all these words as typed. */
  isNameOf(tokens: readonly Token[]): boolean;
  /** The shop's spelling of a folded word; the word itself if there is none. */
  spellingOf(word: string): string;
  /** Whether more than one name has the word with exactly these tones. @param word tone last */
  isWritten(word: string): boolean;
  /** An upper bound of the products whose names have all these words as written. */
  namesWith(words: readonly WordTerm[]): number;
}
