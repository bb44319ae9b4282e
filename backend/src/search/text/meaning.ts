import type { UNDERSTOOD } from '../../contract/chips.js';

export type Kind = (typeof UNDERSTOOD)[number];

/** One thing that people ask for and products are: a type of garment, a colour, an occasion. */
export interface Meaning {
  kind: Kind;
  /** Unique among all meanings: `ao-thun`, `den`. */
  id: string;
  /** As it is shown. */
  label: string;
  /** How people write it. The words may stand for each other. */
  terms: string[];
  /** The wider meanings: who looks for one of these finds this, not the other way round. */
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
 * Writes meanings in few characters.
 * @param terms divided by commas; the first is the label
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
