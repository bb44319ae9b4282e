import type { Phrase } from '../lexicon/phrase-trie.js';
import type { Alternative } from '../spelling/alternative.js';
import type { Token } from '../words/tokens.js';

/** A part of a text: a phrase of the lexicon or a single word. */
export interface Segment {
  /** Its tokens, `to` excluded. */
  from: number;
  to: number;
  /** Null for a single word. */
  phrase: Phrase | null;
  /** The folded word that a single word is taken for. Empty for a phrase, and for a token of an entity. */
  word: string;
  /** Whether the lexicon or the shop has the word, or its correction. True for a phrase. */
  isKnown: boolean;
}

/** How a text is read. */
export interface SegmentationOptions {
  /** Other words that a token may be a misspelling of. */
  alternatives?: (token: Token) => readonly Alternative[];
  /** Whether the folded word is known. */
  isKnown?: (word: string) => boolean;
  /** Whether the token is part of an entity: a price, a size. */
  isTaken?: (place: number) => boolean;
  /** Whether the shop writes the word with just these tones, tone last. */
  isWritten?: (word: string) => boolean;
  /** Whether a single word with other tones is another word: shops write with more care than shoppers. */
  isStrictAboutTones?: boolean;
  /** Whether a type of garment of several words that merely sounds like the text is preferred to other readings. */
  prefersTypesBySound?: boolean;
  /** Whether a product is named with just these words: by itself none of them is taken for another. */
  isProductName?: boolean;
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
  phrase?.meanings.some(({ meaning }) => meaning.kind === 'type') ?? false;
