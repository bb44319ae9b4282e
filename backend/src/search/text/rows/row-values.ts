import type { PostingList } from './postings.js';
import type { IndexedProducts } from './indexed-products.js';
import { payloadReader } from './row-sets.js';

/**
 * The rows that a query is matched with: all, for which the postings are spread over an array; some, in rising order, for which
 * the postings are walked along; or one.
 */
export type RowScope = 'all' | 'rising' | 'one';
/** A value for each row. */
export type Level = (row: number) => number;

/** The highest value that any of the postings has for a row. */
export function levelOf(postings: (PostingList | undefined)[], index: IndexedProducts, scope: RowScope): Level {
  const present = postings.filter((posting) => posting !== undefined);
  const [first, ...others] = present;
  if (!first) return NO_LEVEL;
  if (scope === 'one') return (row) => present.reduce((highest, posting) => Math.max(highest, posting.at(row)), 0);
  if (scope === 'rising') return others.length === 0 ? payloadReader(first) : highestOf(present.map(payloadReader));
  const levels = index.scratch.levels(index.columns.length);
  for (const posting of present) posting.spread(levels);
  return (row) => levels[row] ?? 0;
}

const NO_LEVEL: Level = () => 0;

const highestOf =
  (levels: readonly Level[]): Level =>
  (row) => {
    let highest = 0;
    for (const level of levels) highest = Math.max(highest, level(row));
    return highest;
  };
