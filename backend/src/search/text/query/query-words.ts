import type { Role } from '../lexicon/phrase-trie.js';
import { toneLast, tokensOf, type Token } from '../words/tokens.js';
import type { ShopWords } from './shop-words.js';
import type { WordTerm } from './parsed-query.js';
import { intendedWord, type Segment } from '../segmentation/segment.js';

/** A name in a spelling that this many times fewer product names have than the usual one is replaced by it. */
const MIN_RATIO_TO_USUAL = 8;

/** The roles of phrases that name nothing that a product has. */
const FUNCTION_ROLES = new Set<Role | undefined>(['filler', 'negation', 'wornWith', 'conjunction']);

/** The query's meaningful words, corrected; all words if none is meaningful. */
export function intendedWords(
  segments: Segment[],
  tokens: Token[],
  isTaken: (at: number) => boolean,
  shop: ShopWords,
): WordTerm[] {
  const free = segments.filter(({ from }) => !isTaken(from));
  const meaningful = free.filter(({ phrase }) => !FUNCTION_ROLES.has(phrase?.role));
  return (meaningful.length > 0 ? meaningful : free).flatMap((segment) => {
    const words = tokens
      .slice(segment.from, segment.to)
      .map((token, place) => intendedWordTerm(segment, token, segment.from + place));
    return usualSpelling(segment, words, shop) ?? words;
  });
}

/** All words as typed, if `intended` leaves out some of them and is the others without a correction; else none. */
export function verbatimWords(
  intended: readonly WordTerm[],
  segments: readonly Segment[],
  tokens: readonly Token[],
  isTaken: (at: number) => boolean,
): WordTerm[] {
  const isLeftOut = tokens.map((_, at) => isTaken(at));
  for (const { phrase, from, to } of segments) if (FUNCTION_ROLES.has(phrase?.role)) isLeftOut.fill(true, from, to);
  const others = tokens.filter((_, at) => !isLeftOut[at]);
  const isAsTyped = others.every(({ folded }) => intended.some((word) => word.folded === folded));
  return isAsTyped && others.length < tokens.length ? tokens.map(typedWord) : [];
}

/** The token at a place, as it is intended: with the typed tones, or those of the phrase in the lexicon. */
function intendedWordTerm(segment: Segment, token: Token, at: number): WordTerm {
  const { typed, folded } = token;
  const intended = intendedWord(segment, token, at);
  const hasTypedTones = intended === folded && typed !== folded;
  const toned = hasTypedTones ? toneLast(typed) : (segment.phrase?.toned[at - segment.from] ?? folded);
  return { typed, folded: intended, toned: toned === intended ? null : toned };
}

/** The usual name of what a segment means, if few of the shop's names have the typed one, as "sơmi" and "xăng đan". */
function usualSpelling({ phrase }: Segment, words: WordTerm[], shop: ShopWords): WordTerm[] | undefined {
  const [only, ...others] = phrase?.meanings ?? [];
  if (!only || others.length > 0) return undefined;
  const usual = tokensOf(only.meaning.label).map(typedWord);
  return shop.namesWith(words) * MIN_RATIO_TO_USUAL < shop.namesWith(usual) ? usual : undefined;
}

const typedWord = ({ typed, folded }: Token): WordTerm => ({
  typed,
  folded,
  toned: typed === folded ? null : toneLast(typed),
});
