import { sizeBit } from '../numbers/sizes.js';
import type { ParsedQuery, RequestedSizes } from '../query/parsed-query.js';
import { ROW_FLAGS, type Columns } from '../rows/columns.js';
import { highestPayload, type RowValue } from '../rows/row-values.js';
import { EXCLUDED_WEIGHT, UNKNOWN_FIT, WEIGHT, type Clause, type ClauseContext } from './clause.js';

/** The fit of a product in a free size, which fits many. */
const FREE_SIZE_FIT = 0.5;
const FREE_SIZE = sizeBit('FREESIZE');

/** The sizes, of which a product needs one, and those that are excluded: a product needs another one. */
export function sizeClauses({ sizes }: ParsedQuery, context: ClauseContext): Clause[] {
  const requested = sizes.filter(({ isExcluded }) => !isExcluded);
  const excluded = sizes.filter(({ isExcluded }) => isExcluded);
  return [
    ...(requested.length > 0 ? [requestedSizes(requested, context)] : []),
    ...(excluded.length > 0 ? [excludedSizes(excluded, context)] : []),
  ];
}

function requestedSizes(terms: readonly RequestedSizes[], { index, scope }: ClauseContext): Clause {
  const { columns, postings } = index;
  const wanted = commonSizeBits(terms);
  const rareSizes = rareSizesOf(terms);
  const rareSizeOf = highestPayload(
    rareSizes.map((size) => postings.ofRareSize(size)),
    index,
    scope,
  );
  const fit: RowValue = (row) => {
    const own = columns.sizes[row] ?? 0;
    if (own & wanted || rareSizeOf(row) > 0) return 1;
    if (own === 0 && !hasRareSize(columns, row)) return UNKNOWN_FIT.size;
    return own & FREE_SIZE ? FREE_SIZE_FIT : -1;
  };
  const isPrefilter = rareSizes.length === 0;
  return { kind: 'size', weight: WEIGHT.size, isHard: true, isPrefilter, fit, reason: 'đúng cỡ' };
}

function excludedSizes(terms: readonly RequestedSizes[], { index, scope }: ClauseContext): Clause {
  const { columns, postings } = index;
  const unwanted = commonSizeBits(terms);
  const rareSizes = rareSizesOf(terms);
  const isPrefilter = rareSizes.length === 0;
  const otherRareSizeOf = isPrefilter ? null : highestPayload(postings.ofOtherRareSizes(rareSizes), index, scope);
  const fit: RowValue = (row) => {
    const own = columns.sizes[row] ?? 0;
    if (own === 0 && !hasRareSize(columns, row)) return 1;
    const hasOtherRareSize = otherRareSizeOf ? otherRareSizeOf(row) > 0 : hasRareSize(columns, row);
    return (own & ~unwanted) !== 0 || hasOtherRareSize ? 1 : -1;
  };
  return { kind: 'size', weight: EXCLUDED_WEIGHT, isHard: true, isPrefilter, fit, reason: null };
}

const hasRareSize = ({ flags }: Columns, row: number) => ((flags[row] ?? 0) & ROW_FLAGS.rareSize) !== 0;

const commonSizeBits = (terms: readonly RequestedSizes[]): number =>
  terms.flatMap(({ sizes }) => sizes).reduce((bits, size) => bits | sizeBit(size), 0);

const rareSizesOf = (terms: readonly RequestedSizes[]): string[] =>
  terms.flatMap(({ sizes }) => sizes).filter((size) => sizeBit(size) === 0);
