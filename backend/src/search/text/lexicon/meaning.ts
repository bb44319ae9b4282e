import type { UNDERSTOOD } from '../../../contract/catalog/chips.js';

export type Kind = (typeof UNDERSTOOD)[number];

/** A concept that queries request and products have: a type of garment, a colour, an occasion. */
export interface Meaning {
  kind: Kind;
  /** Unique among all meanings: `ao-thun`, `den`. */
  id: string;
  /** The displayed name. */
  label: string;
  /** The words that people use for it, as synonyms. */
  terms: string[];
  /** Ids of the next broader meanings: a search for one of them finds this, but not the reverse. */
  broader: string[];
  /** Ids of what a product of this type implies: an áo thun is made of thun. */
  implies: string[];
  /** Ids of meanings that exclude it: long and short sleeves. */
  opposes: string[];
}

/** Relations to other meanings: ids separated by spaces. */
interface Relations {
  broader?: string;
  implies?: string;
  opposes?: string;
}

const splitList = (text: string | undefined, separator = ' ') =>
  (text ?? '')
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * Shorthand for defining meanings.
 * @param terms separated by commas; the first is the label
 */
export const defineMeaning =
  (kind: Kind) =>
  (id: string, terms: string, { broader, implies, opposes }: Relations = {}): Meaning => {
    const all = splitList(terms, ',');
    const label = all[0] ?? id;
    return {
      kind,
      id,
      label,
      terms: all,
      broader: splitList(broader),
      implies: splitList(implies),
      opposes: splitList(opposes),
    };
  };
