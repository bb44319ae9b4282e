import type { IndexedProducts } from '../rows/indexed-products.js';
import type { RowValue, RowScope } from '../rows/row-values.js';
import type { Kind, Meaning } from '../lexicon/meaning.js';
import type { RowUnion } from '../rows/row-sets.js';

/** One criterion of a query. */
export interface Clause {
  kind: Kind | 'words';
  weight: number;
  /** Whether products that clearly violate it rank below all others. */
  isHard: boolean;
  /** How well a product fits, from 0 to 1; below 0 if it clearly does not. Runs once per row: it must not allocate. */
  fit: RowValue;
  /** Whether rows below 0 are dropped before any row is scored. For hard clauses that read no postings. */
  isPrefilter?: boolean;
  /** The rows that may fit well; undefined if any row may. */
  candidates?: CandidateRows;
  /** The reason shown for a product that fits. */
  reason: string | null;
}

/** The rows that may fit a clause well, and how well the others do at most. */
export interface CandidateRows {
  /** Includes all rows that fit better than `maxFitElsewhere`. */
  rows: () => RowUnion;
  /** The highest fit of any other row. */
  maxFitElsewhere: number;
}

/** What clauses are built from. */
export interface ClauseContext {
  index: IndexedProducts;
  /** The rows that the clauses will be asked for. */
  scope: RowScope;
  /** How certainly each row has any of these meanings, see `CERTAINTY`. */
  certaintyOfAny: (...meanings: Meaning[]) => RowValue;
}

/** How much a clause of each kind counts beside the others: a type most, since few other criteria make up for a wrong one. */
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
/** The weight of what is excluded. */
export const EXCLUDED_WEIGHT = 0.6;
/** The score of a product whose colour, size, gender or type is unknown, since it may fit. */
export const UNKNOWN_FIT = { color: 0.1, size: 0.3, gender: 0.35, type: 0.2 };

/** Kinds of clauses that describe a product by themselves; the others only narrow a choice. */
export const DESCRIPTIVE_KINDS: ReadonlySet<Clause['kind']> = new Set([
  'type',
  'brand',
  'material',
  'occasion',
  'style',
]);
