import { clausesOf } from '../text/clauses/clauses.js';
import { selfAndSpecificBroader } from '../text/lexicon/meanings.js';
import type { IndexedProducts } from '../text/rows/indexed-products.js';
import type { ParsedQuery } from '../text/query/parsed-query.js';
import type { RowValue } from '../text/rows/row-values.js';
import { intersectUnions, intersectWithMisses, unionOf, type RowUnion, type Rows } from '../text/rows/row-sets.js';
import { MAY_BE_UNKNOWN } from './tiers.js';

/** Where to look for the products that meet the criteria of a query. Says nothing of products that are named as typed. */
export interface Criteria {
  /** A row that is not in all of these is no match. */
  required: RowUnion[];
  /** A row misses one criterion for each of these that it is not in. Other criteria (sizes, words) are not counted. */
  optional: RowUnion[];
  /** Below 0 for a row that is no match. */
  prefilters: RowValue[];
  /** How many of `optional` a row may miss and still be `unknown`, not `near`. */
  unknowable: number;
  /** An upper bound of the score of a row that misses at least this many, without the bonus of a name. */
  maxScore: (misses: number) => number;
}

/** More than the error of a sum of scores. */
const ROUNDING = 1e-9;

/** @returns null if only products that are named as typed can match */
export function criteriaOf(query: ParsedQuery, index: IndexedProducts): Criteria | null {
  const { words, unknownCount, chips } = query;
  if (unknownCount > 0 || (words.length === 0 && chips.length === 0)) return null;
  const clauses = clausesOf(query, index, 'one');
  const sets = clauses.flatMap(({ kind, weight, isHard, candidates }) =>
    candidates
      ? {
          kind,
          rows: candidates.rows(),
          isRequired: isHard && candidates.maxFitElsewhere < 0,
          loss: weight * (1 - candidates.maxFitElsewhere),
        }
      : [],
  );
  const optional = sets.filter(({ isRequired }) => !isRequired);
  const weights = clauses.reduce((sum, { weight }) => sum + weight, 0);
  const losses = optional.map(({ loss }) => loss).sort((a, b) => a - b);
  return {
    required: [
      ...wordRows(query, index),
      ...typeRows(query, index),
      ...sets.filter(({ isRequired }) => isRequired).map(({ rows }) => rows),
    ],
    optional: optional.map(({ rows }) => rows),
    prefilters: clauses.filter(({ isPrefilter }) => isPrefilter).map(({ fit }) => fit),
    unknowable: optional.filter(({ kind }) => MAY_BE_UNKNOWN.has(kind)).length,
    maxScore: (misses) => {
      const lost = losses.slice(0, misses).reduce((sum, loss) => sum + loss, 0);
      return (weights - lost) / weights + ROUNDING;
    },
  };
}

/** Rows that include every match that misses at most this many criteria. Products named as typed are not among them. */
export function candidatesOf(criteria: Criteria, misses: number, index: IndexedProducts): Rows {
  const rows = missingAtMost(misses, criteria, index);
  let count = 0;
  for (const row of rows) if (criteria.prefilters.every((fit) => fit(row) >= 0)) rows[count++] = row;
  return rows.subarray(0, count);
}

function missingAtMost(misses: number, { required, optional }: Criteria, index: IndexedProducts): Rows {
  if (misses < optional.length) return intersectWithMisses(required, optional, misses, index.scratch);
  return required.length > 0 ? intersectUnions(required, index.scratch) : everything(index);
}

/** Every word that no lexicon knows must be in some field; one of a text read with low confidence as it was typed. */
function wordRows({ words, isLowConfidence }: ParsedQuery, { postings }: IndexedProducts): RowUnion[] {
  return words.map(({ folded, toned }) =>
    isLowConfidence && toned !== null
      ? unionOf([postings.ofTonedWord(toned)])
      : unionOf([postings.ofWord(folded), postings.ofDescribedWord(folded)]),
  );
}

/** A product must be of a requested type or of a broader one. */
function typeRows({ types }: ParsedQuery, index: IndexedProducts): RowUnion[] {
  const kinds = types
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap(({ meanings }) => meanings.flatMap(selfAndSpecificBroader));
  return kinds.length === 0 ? [] : [index.postings.ofAnyMeaning(kinds)];
}

function everything({ columns, scratch }: IndexedProducts): Rows {
  const rows = scratch.rows(columns.length);
  for (let row = 0; row < rows.length; row++) rows[row] = row;
  return rows;
}
