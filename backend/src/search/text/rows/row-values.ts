import type { IndexedProducts } from './indexed-products.js';
import type { PostingList } from './postings.js';
import { payloadReader } from './row-sets.js';

/**
 * The rows that a query is matched with: all, for which the postings are spread over an array; some, in rising order, for which
 * the postings are walked along; or one.
 */
export type RowScope = 'all' | 'rising' | 'one';
/** A value for each row. */
export type RowValue = (row: number) => number;

/** The highest payload that any of the postings has for a row, 0 if none has the row. */
export function highestPayload(
  postings: (PostingList | undefined)[],
  index: IndexedProducts,
  scope: RowScope,
): RowValue {
  const present = postings.filter((posting) => posting !== undefined);
  const [first, ...others] = present;
  if (!first) return NO_PAYLOAD;
  if (scope === 'one') {
    return (row) => present.reduce((highest, posting) => Math.max(highest, posting.payloadOf(row)), 0);
  }
  if (scope === 'rising') return others.length === 0 ? payloadReader(first) : highestOf(present.map(payloadReader));
  const payloads = index.scratch.zeroedBytes(index.columns.length);
  for (const posting of present) posting.spread(payloads);
  return (row) => payloads[row] ?? 0;
}

const NO_PAYLOAD: RowValue = () => 0;

const highestOf =
  (values: readonly RowValue[]): RowValue =>
  (row) => {
    let highest = 0;
    for (const valueOf of values) highest = Math.max(highest, valueOf(row));
    return highest;
  };
