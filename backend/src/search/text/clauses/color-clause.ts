import type { IndexedProducts } from '../rows/indexed-products.js';
import type { Level } from '../rows/row-values.js';
import { meaningById } from '../lexicon/lexicon.js';
import type { Meaning } from '../lexicon/meaning.js';
import { CERTAINTY } from '../products/product-reading.js';
import { ROW_FLAGS } from '../rows/columns.js';
import { rowsOf, type RowUnion } from '../rows/row-sets.js';
import type { MeaningTerm } from '../query/parsed-query.js';
import { UNKNOWN_FIT, WEIGHT, type Clause, type ClauseContext } from './clause.js';

/** The colours, of which a product needs one. */
export function colorClause(terms: MeaningTerm[], { index, level }: ClauseContext): Clause[] {
  if (terms.length === 0) return [];
  const { columns } = index;
  const colors = terms.flatMap(({ meanings }) => meanings);
  const colorOf = level(...colors);
  const anyBlue = meaningById('xanh');
  const anyBlueOf = colors.some(({ under }) => under.includes(anyBlue.id)) ? level(anyBlue) : () => 0;
  const fit: Level = (row) => {
    const certainty = colorOf(row);
    if (certainty > CERTAINTY.described) return certainty === CERTAINTY.titled ? 1 : 0.9;
    // A description may mention garments worn with it, so it only counts if no other colour is known.
    if (!((columns.flags[row] ?? 0) & ROW_FLAGS.color)) return certainty > 0 ? 0.4 : UNKNOWN_FIT.color;
    // A plain "xanh" may mean any of three colours.
    return anyBlueOf(row) > 0 ? -0.5 : -1;
  };
  const sure = { rows: () => rowsHaving(colors, index), elsewhere: UNKNOWN_FIT.color };
  return [{ kind: 'color', weight: WEIGHT.color, isHard: true, fit, sure, reason: 'đúng màu' }];
}

/** The rows that have one of the meanings, with any certainty. */
export const rowsHaving = (meanings: readonly Meaning[], { postings }: IndexedProducts): RowUnion =>
  rowsOf(meanings.map((meaning) => postings.ofMeaning(meaning)));
