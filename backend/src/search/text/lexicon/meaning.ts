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
  /** Wider meanings: a search for one of them finds this, but not the reverse. */
  under: string[];
  /** Meanings that a product of this type implies: an áo thun is made of thun. */
  implies: string[];
  /** Meanings that exclude it: long and short sleeves. */
  opposes: string[];
}

interface More {
  under?: string;
  implies?: string;
  opposes?: string;
}

const listed = (text: string | undefined, separator = ' ') =>
  (text ?? '')
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * Shorthand for defining meanings.
 * @param terms separated by commas; the first is the label
 */
export const meaningOf =
  (kind: Kind) =>
  (id: string, terms: string, { under, implies, opposes }: More = {}): Meaning => {
    const all = listed(terms, ',');
    const label = all[0] ?? id;
    return {
      kind,
      id,
      label,
      terms: all,
      under: listed(under),
      implies: listed(implies),
      opposes: listed(opposes),
    };
  };
