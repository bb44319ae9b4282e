import type { Posting } from '../postings.js';
import type { IndexedProducts } from '../indexed-products.js';

/** Whether a query is held against all products or against one: all need their postings spread out. */
export type Reach = 'all' | 'one';
/** Something of each row. */
export type Level = (row: number) => number;

/** How the rows have what the postings are of, the most of all. */
export function levelOf(postings: (Posting | undefined)[], index: IndexedProducts, reach: Reach): Level {
  const there = postings.filter((posting) => posting !== undefined);
  if (there.length === 0) return () => 0;
  if (reach === 'one') return (row) => there.reduce((most, posting) => Math.max(most, posting.at(row)), 0);
  const levels = index.scratch.levels(index.columns.length);
  for (const posting of there) posting.spread(levels);
  return (row) => levels[row] ?? 0;
}
