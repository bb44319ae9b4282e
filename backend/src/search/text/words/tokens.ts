import { foldVi, lowerVi } from '../../../catalog/text/fold.js';
import { memoize } from './memoize.js';

/** A word in a text. */
export interface Token {
  /** Start and end in the text, in UTF-16 code units. */
  start: number;
  end: number;
  /** Lowercase, in NFC. */
  typed: string;
  folded: string;
  /** Whether punctuation comes before it; no phrase crosses it. */
  isAfterPause: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const PAUSE = /[,.;:!?|()[\]{}\n\r/+"“”…•–—]/u;
const MAX_TOKENS = 400;
const formsOf = memoize((word) => ({ typed: lowerVi(word), folded: foldVi(word) }));

/** The words of a text, in any Unicode normalization. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let before = 0;
  for (const match of text.matchAll(WORD)) {
    const { typed, folded } = formsOf(match[0]);
    const end = match.index + match[0].length;
    const isAfterPause = PAUSE.test(text.slice(before, match.index));
    tokens.push({ start: match.index, end, typed, folded, isAfterPause });
    before = end;
    if (tokens.length === MAX_TOKENS) break;
  }
  return tokens;
}

const TONE = /[\u0300\u0301\u0303\u0309\u0323]/g;

/** A word with its tone moved to the end: "hoạ" and "họa" are one word. */
export const toneLast = memoize((word) => {
  const apart = word.normalize('NFD');
  const tones = apart.match(TONE);
  return tones ? apart.replace(TONE, '').normalize('NFC') + tones.join('') : word;
});

/**
 * Splits a token into the given parts: "aothunnam" into "ao", "thun" and "nam".
 * @returns the whole token if the parts have another number of letters
 */
export function splitToken(text: string, token: Token, parts: string[]): Token[] {
  const raw = text.slice(token.start, token.end);
  const ends = [0];
  for (const { index } of raw.matchAll(/\P{M}\p{M}*/gu)) if (index > 0) ends.push(index);
  ends.push(raw.length);
  if (parts.join('').length !== ends.length - 1) return [{ ...token, folded: parts.join(' ') }];
  let letter = 0;
  return parts.map((folded, place) => {
    const [start = 0, end = 0] = [ends[letter], ends[letter + folded.length]];
    const typed = lowerVi(raw.slice(start, end));
    letter += folded.length;
    return {
      start: token.start + start,
      end: token.start + end,
      typed: foldVi(typed) === folded ? typed : folded,
      folded,
      isAfterPause: place === 0 && token.isAfterPause,
    };
  });
}
