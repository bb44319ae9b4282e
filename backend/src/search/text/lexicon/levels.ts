import type { Posting } from '../rows/postings.js';
import type { IndexedProducts } from '../indexed-products.js';
import { placeOf } from '../rows/row-sets.js';

/**
 * The rows that a query is matched with: all, for which the postings are spread over an array; some, in rising order, for which
 * the postings are walked along; or one.
 */
export type Reach = 'all' | 'rising' | 'one';
/** A value for each row. */
export type Level = (row: number) => number;

/** The highest value that any of the postings has for a row. */
export function levelOf(postings: (Posting | undefined)[], index: IndexedProducts, reach: Reach): Level {
  const there = postings.filter((posting) => posting !== undefined);
  const [first, ...others] = there;
  if (!first) return nothing;
  if (reach === 'one') return (row) => there.reduce((most, posting) => Math.max(most, posting.at(row)), 0);
  if (reach === 'rising') return others.length === 0 ? along(first) : most(there.map(along));
  const levels = index.scratch.levels(index.columns.length);
  for (const posting of there) posting.spread(levels);
  return (row) => levels[row] ?? 0;
}

const nothing: Level = () => 0;

function along({ all, ways }: Posting): Level {
  let at = 0;
  return (row) => {
    at = placeOf(all, row, at);
    return all[at] === row ? (ways[at] ?? 0) : 0;
  };
}

const most =
  (levels: readonly Level[]): Level =>
  (row) => {
    let found = 0;
    for (const level of levels) found = Math.max(found, level(row));
    return found;
  };
