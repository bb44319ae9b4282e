import type { Role } from '../lexicon/lexicon.js';
import { toneLast, tokensOf, type Token } from '../words/tokens.js';
import type { ShopWords } from './shop-words.js';
import type { WordTerm } from './parsed-query.js';
import { intendedWord, type Segment } from '../segmentation/segment.js';

/** A spelling that is this many times rarer in product names than the usual one is replaced by it. */
const FAR_RARER = 8;

/** The roles of phrases that name nothing that a product has. */
const SILENT_ROLES = new Set<Role | undefined>(['filler', 'negation', 'wornWith', 'conjunction']);

/** The query's meaningful words, corrected; all words if none is meaningful. */
export function intendedWords(
  segments: Segment[],
  tokens: Token[],
  isTaken: (at: number) => boolean,
  shop: ShopWords,
): WordTerm[] {
  const free = segments.filter(({ from }) => !isTaken(from));
  const meaningful = free.filter(({ phrase }) => !SILENT_ROLES.has(phrase?.role));
  return (meaningful.length > 0 ? meaningful : free).flatMap((segment) => {
    const words = tokens
      .slice(segment.from, segment.to)
      .map((token, i) => intendedWordTerm(segment, token, segment.from + i));
    return usualSpelling(segment, words, shop) ?? words;
  });
}

/** All words as typed, if `meant` leaves out some of them and is the others without a correction; else none. */
export function typedWords(
  meant: readonly WordTerm[],
  segments: readonly Segment[],
  tokens: readonly Token[],
  isTaken: (at: number) => boolean,
): WordTerm[] {
  const isLeftOut = tokens.map((_, at) => isTaken(at));
  for (const { phrase, from, to } of segments) if (SILENT_ROLES.has(phrase?.role)) isLeftOut.fill(true, from, to);
  const others = tokens.filter((_, at) => !isLeftOut[at]);
  const isAsTyped = others.every(({ folded }) => meant.some((word) => word.folded === folded));
  return isAsTyped && others.length < tokens.length ? tokens.map(typedWord) : [];
}

/** The token at a place, as it is meant: with the typed tones, or those of the phrase in the lexicon. */
function intendedWordTerm(segment: Segment, token: Token, at: number): WordTerm {
  const { typed, folded } = token;
  const intended = intendedWord(segment, token, at);
  const hasTypedTones = intended === folded && typed !== folded;
  const toned = hasTypedTones ? toneLast(typed) : (segment.phrase?.toned[at - segment.from] ?? folded);
  return { typed, folded: intended, toned: toned === intended ? null : toned };
}

/** The usual name of what a segment means, if few of the shop's names have the typed one, as "sơmi" and "xăng đan". */
function usualSpelling({ phrase }: Segment, words: WordTerm[], shop: ShopWords): WordTerm[] | undefined {
  const [only, ...others] = phrase?.says ?? [];
  if (!only || others.length > 0) return undefined;
  const usual = tokensOf(only.meaning.label).map(typedWord);
  return shop.namesWith(words) * FAR_RARER < shop.namesWith(usual) ? usual : undefined;
}

const typedWord = ({ typed, folded }: Token): WordTerm => ({
  typed,
  folded,
  toned: typed === folded ? null : toneLast(typed),
});
