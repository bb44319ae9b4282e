import { isPlausibleSpelling } from '../spelling/plausible-spelling.js';
import { toneLast, type Token } from '../words/tokens.js';
import type { WordTerm } from './parsed-query.js';
import { intendedWord, namesType, type Segment } from '../segmentation/segment.js';

/**
 * Whether a text is read with low confidence: a part of it is taken for words with other letters, and it names no garment as typed. In
 * "máy khoan bê tông", a concrete drill, the nearest word that a clothing shop knows is "khoác", a coat. Missing, added and
 * swapped letters, words that sound the same and the keys of an input method do not lower it.
 */
export function hasLowConfidence(segments: readonly Segment[], tokens: readonly Token[]): boolean {
  const isReadAsTyped = (segment: Segment) =>
    tokens
      .slice(segment.from, segment.to)
      .some((token, place) => isPlausibleSpelling(token, intendedWord(segment, token, segment.from + place)));
  const isEntity = ({ phrase, word }: Segment) => phrase === null && word === '';
  if (segments.some((segment) => namesType(segment) && isReadAsTyped(segment))) return false;
  return segments.some((segment) => !isEntity(segment) && !isReadAsTyped(segment));
}

/**
 * Words that were typed without tones and are read as filler with tones: "may" as "mấy". In a text that is read with low confidence they
 * may as well be something that the shop does not sell.
 */
export function fillerWithoutTones(segments: readonly Segment[], tokens: readonly Token[]): WordTerm[] {
  return segments.flatMap(({ phrase, from, to }) => {
    if (phrase?.role !== 'filler') return [];
    return tokens.slice(from, to).flatMap(({ typed, folded }, place) => {
      const toned = phrase.toned[place] ?? folded;
      return typed === folded && toned !== folded ? [{ typed, folded, toned: toneLast(toned) }] : [];
    });
  });
}
