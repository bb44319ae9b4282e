import type { Phrase } from '../lexicon/lexicon.js';
import type { Alternative } from '../spelling/alternative.js';
import type { Token } from '../words/tokens.js';

/** A part of a text: a phrase of the lexicon or a single word. */
export interface Segment {
  /** Its tokens, `to` excluded. */
  from: number;
  to: number;
  /** Null for a single word. */
  phrase: Phrase | null;
  /** The folded word that a single word is taken for. Empty for a phrase, and for a token that is a price or a size. */
  word: string;
  isKnown: boolean;
}

/** How a text is read. */
export interface SegmentationOptions {
  /** Other meanings of a token, all folded. */
  alternatives?: (token: Token) => readonly Alternative[];
  /** Whether the folded word is known. */
  isKnown?: (word: string) => boolean;
  /** Whether the token is taken by something else: a price, a size. */
  isTaken?: (place: number) => boolean;
  /** Whether people write the word with just these tones, tone last. */
  isWritten?: (word: string) => boolean;
  /** Whether a single word with other tones is another word: shops write with more care than shoppers. */
  isStrict?: boolean;
  /** Whether a kind of garment is preferred that merely sounds like what is written. */
  isBySound?: boolean;
  /** Whether a product is named with just these words: by itself none of them is taken for another. */
  isName?: boolean;
}

/** A text that is split. */
export interface SegmentationInput {
  tokens: readonly Token[];
  options: SegmentationOptions;
  /** Whether some word has tones: the writer then leaves out none, and a word without tones is meant to have none. */
  hasTones: boolean;
}

/** The folded word that the token at a place of a segment is taken for. */
export function intendedWord({ phrase, word, isKnown, from }: Segment, { folded }: Token, at: number): string {
  if (phrase) return phrase.folded[at - from] ?? folded;
  return isKnown ? word : folded;
}

/** Whether a segment names a type of garment. */
export const namesType = ({ phrase }: Segment): boolean =>
  phrase?.says.some(({ meaning }) => meaning.kind === 'type') ?? false;
