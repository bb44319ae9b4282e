import type { Role } from '../lexicon/lexicon.js';
import { toneLast, tokensOf, type Token } from '../tokens.js';
import type { WordIndex } from '../word-index.js';
import type { WordTerm } from './parsed-query.js';
import type { ReadingPiece } from './reading.js';

/** A spelling this much rarer than the usual one stands for it. */
const FAR_RARER = 8;

const SILENT = new Set<Role | undefined>(['filler', 'not', 'beside', 'either']);

/** The query's meaningful words, corrected; all words if none is meaningful. */
export function meantWords(
  pieces: ReadingPiece[],
  tokens: Token[],
  isTaken: (at: number) => boolean,
  index: WordIndex,
): WordTerm[] {
  const free = pieces.filter(({ from }) => !isTaken(from));
  const meaningful = free.filter(({ phrase }) => !SILENT.has(phrase?.role));
  return (meaningful.length > 0 ? meaningful : free).flatMap((piece) => {
    const words = tokens.slice(piece.from, piece.to).map((token, place) => meantWord(piece, token, place));
    const [said] = piece.phrase?.says ?? [];
    if (!said || piece.phrase?.says.length !== 1) return words;
    // Spellings such as "sơmi" and "xăng đan", rare in product names, are replaced by the usual name.
    const usual = tokensOf(said.meaning.label).map(wordTermOf);
    return index.postings.namesWith(words) * FAR_RARER < index.postings.namesWith(usual) ? usual : words;
  });
}

/** All words as typed, if `meant` leaves out some of them and is the others without a correction; else none. */
export function typedWords(
  meant: readonly WordTerm[],
  pieces: readonly ReadingPiece[],
  tokens: readonly Token[],
  isTaken: (at: number) => boolean,
): WordTerm[] {
  const isLeftOut = tokens.map((_, at) => isTaken(at));
  for (const { phrase, from, to } of pieces) if (SILENT.has(phrase?.role)) isLeftOut.fill(true, from, to);
  const others = tokens.filter((_, at) => !isLeftOut[at]);
  const isAsTyped = others.every(({ folded }) => meant.some((word) => word.folded === folded));
  return isAsTyped && others.length < tokens.length ? tokens.map(wordTermOf) : [];
}

function meantWord({ phrase, word, isKnown }: ReadingPiece, { typed, folded }: Token, place: number): WordTerm {
  const [meant = folded, written = folded] = phrase
    ? [phrase.folded[place], phrase.toned[place]]
    : [isKnown ? word : folded];
  const toned = meant === folded && typed !== folded ? toneLast(typed) : written;
  return { typed, folded: meant, toned: toned === meant ? null : toned };
}

const wordTermOf = ({ typed, folded }: Token): WordTerm => ({
  typed,
  folded,
  toned: typed === folded ? null : toneLast(typed),
});
