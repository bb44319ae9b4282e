import { LOANWORDS, soundOf, withoutKeystrokes } from '../spelling/spelling.js';
import { toneLast, type Token } from '../tokens.js';
import type { WordTerm } from './parsed-query.js';
import type { ReadingPiece } from './reading.js';

/**
 * Whether a text is read by a guess: a part of it is taken for words with other letters, and it names no garment as typed. In
 * "máy khoan bê tông", a concrete drill, the nearest word that a clothing shop knows is "khoác", a coat. Missing, added and
 * swapped letters, words that sound the same and the keys of an input method are no guesses.
 */
export function isGuessed(pieces: readonly ReadingPiece[], tokens: readonly Token[]): boolean {
  const isSure = (piece: ReadingPiece) =>
    tokens
      .slice(piece.from, piece.to)
      .some((token, place) =>
        isSlip(token, piece.phrase?.folded[place] ?? (piece.isKnown ? piece.word : token.folded)),
      );
  const isTaken = ({ phrase, word }: ReadingPiece) => phrase === null && word === '';
  const isType = ({ phrase }: ReadingPiece) => phrase?.says.some(({ meaning }) => meaning.kind === 'type') ?? false;
  if (pieces.some((piece) => isType(piece) && isSure(piece))) return false;
  return pieces.some((piece) => !isTaken(piece) && !isSure(piece));
}

/** Whether a word is the meant one, or a usual slip of it. */
export function isSlip({ typed, folded }: Pick<Token, 'typed' | 'folded'>, meant: string): boolean {
  return (
    folded.length !== meant.length ||
    lettersOf(folded) === lettersOf(meant) ||
    soundOf(folded) === soundOf(meant) ||
    soundOf(typed) === soundOf(meant) ||
    LOANWORDS[folded] === meant ||
    withoutKeystrokes(folded).includes(meant)
  );
}

const lettersOf = (word: string) => [...word].sort().join('');

/**
 * Words that were typed without tones and are read as filler with tones: "may" as "mấy". In a text that is read by a guess they
 * may as well be something that the shop does not sell.
 */
export function tonedFiller(pieces: readonly ReadingPiece[], tokens: readonly Token[]): WordTerm[] {
  return pieces.flatMap(({ phrase, from, to }) => {
    if (phrase?.role !== 'filler') return [];
    return tokens.slice(from, to).flatMap(({ typed, folded }, place) => {
      const toned = phrase.toned[place] ?? folded;
      return typed === folded && toned !== folded ? [{ typed, folded, toned: toneLast(toned) }] : [];
    });
  });
}
