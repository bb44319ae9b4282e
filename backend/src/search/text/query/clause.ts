import type { Level } from '../lexicon/levels.js';
import type { Kind, Meaning } from '../meaning.js';
import type { Rows } from '../rows/row-sets.js';

/** One thing that was asked for. */
export interface Clause {
  kind: Kind | 'words';
  weight: number;
  /** Whether a product that clearly is otherwise comes after all that are not. */
  isHard: boolean;
  /** How well a product fits, from 0 to 1; less than 0 when it clearly does not. */
  fit: Level;
  /** Rows among which are all that surely fit; without it any row may. */
  sure?: () => Rows;
  /** Said of a product that fits. */
  reason: string | null;
}

/** How the rows have any of these meanings. */
export type Levels = (...meanings: Meaning[]) => Level;

export const WEIGHT = {
  type: 3,
  color: 2.5,
  gender: 2,
  material: 1.5,
  size: 1.5,
  price: 1,
  brand: 2,
  occasion: 1.2,
  style: 1.2,
};
/** The score of a product whose colour, size, gender or type is unknown: it may be right. */
export const UNTOLD = { color: 0.1, size: 0.3, gender: 0.35, type: 0.2 };
