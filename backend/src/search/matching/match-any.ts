import type { IndexedProducts } from '../text/rows/indexed-products.js';
import type { ParsedQuery } from '../text/query/parsed-query.js';
import { findProducts, type Match } from './keyword-match.js';

/**
 * Finds products that match any reading of a keyword, each with its best relevance.
 * @returns arrays that may be the index's scratch memory, valid until its next query
 */
export function findAny([first, ...others]: [ParsedQuery, ...ParsedQuery[]], index: IndexedProducts): Match {
  if (others.length === 0) return findProducts(first, index);
  const best = new Uint16Array(index.columns.length);
  let count = 0;
  for (const query of [first, ...others]) {
    const { rows, relevance } = findProducts(query, index);
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place] ?? 0;
      if (best[row] === 0) count++;
      best[row] = Math.max(best[row] ?? 0, relevance[place] ?? 0);
    }
  }
  const match = { rows: new Uint32Array(count), relevance: new Uint16Array(count) };
  for (let row = 0, place = 0; place < count; row++) {
    if (best[row] === 0) continue;
    match.rows[place] = row;
    match.relevance[place++] = best[row] ?? 0;
  }
  return match;
}
