import type { Chip } from '../../../contract/catalog/chips.js';
import type { Meaning } from '../lexicon/meaning.js';
import type { PriceTerm } from '../numbers/prices.js';
import type { SizeTerm } from '../numbers/sizes.js';

/** A requested meaning of the lexicon. */
export interface MeaningTerm {
  /** Alternatives: a product needs one of them. */
  meanings: Meaning[];
  /** Whether it is excluded. */
  isExcluded: boolean;
  /** Whether an "or" precedes it. */
  isAlternative: boolean;
  /** The folded words that say so, as they are spelt. */
  words: string[];
  /** In the text as typed. */
  start: number;
  end: number;
}

/** Sizes of which a product needs one. */
export interface RequestedSizes extends SizeTerm {
  /** Whether they are excluded. */
  isExcluded: boolean;
}

/** A brand of the shop. */
export interface RequestedBrand {
  /** Its folded name. */
  brand: string;
  /** As it was typed. */
  typed: string;
  /** Whether it is excluded. */
  isExcluded: boolean;
  start: number;
  end: number;
}

/** A word to look up in the shop's texts. */
export interface WordTerm {
  folded: string;
  /** Tone last, when it was typed with tones. */
  toned: string | null;
  /** As it was typed. */
  typed: string;
}

/** The meaning of a query's text. */
export interface ParsedQuery {
  chips: Chip[];
  types: MeaningTerm[];
  colors: MeaningTerm[];
  genders: MeaningTerm[];
  materials: MeaningTerm[];
  occasions: MeaningTerm[];
  styles: MeaningTerm[];
  sizes: RequestedSizes[];
  /** Heights of heels, in centimetres. */
  heights: { height: number; start: number; end: number }[];
  /** The first price limit in the text. */
  price: PriceTerm | null;
  /** The request for something cheap. */
  cheap: PriceTerm | null;
  brands: RequestedBrand[];
  /** The words that are in no lexicon but in the shop's texts. */
  words: WordTerm[];
  /** All words that say something, as they are intended: corrected where they are misspelt. */
  intended: WordTerm[];
  /** All words as typed, where `intended` leaves out some and corrects none; else none. */
  verbatim: WordTerm[];
  /** The text with the words that it was taken for, where they are others than the typed ones; else null. */
  correction: string | null;
  /** Whether the text is read with low confidence, see `hasLowConfidence`: products must then have the other words with their tones. */
  isLowConfidence: boolean;
  /** How many words are neither in the lexicon nor in the shop's texts. */
  unknownCount: number;
}
