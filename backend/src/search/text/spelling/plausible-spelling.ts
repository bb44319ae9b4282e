import type { Token } from '../words/tokens.js';
import { LOANWORDS, phoneticKey, withoutInputMethodKeys } from './spelling.js';

/**
 * Whether a token is a plausible spelling of a word: the word itself, another length of it, its letters in another order, its sound,
 * or its keys of an input method. One letter in place of another makes a word that somebody else may mean.
 * @param intended folded
 */
export function isPlausibleSpelling({ typed, folded }: Pick<Token, 'typed' | 'folded'>, intended: string): boolean {
  return (
    folded.length !== intended.length ||
    sortedLetters(folded) === sortedLetters(intended) ||
    phoneticKey(folded) === phoneticKey(intended) ||
    phoneticKey(typed) === phoneticKey(intended) ||
    LOANWORDS[folded] === intended ||
    withoutInputMethodKeys(folded).includes(intended)
  );
}

const sortedLetters = (word: string) => [...word].sort().join('');
