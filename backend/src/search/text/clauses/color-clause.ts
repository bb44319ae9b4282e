import { meaningById } from '../lexicon/meanings.js';
import { CERTAINTY } from '../products/codes.js';
import type { MeaningTerm } from '../query/parsed-query.js';
import { ROW_FLAGS } from '../rows/columns.js';
import type { RowValue } from '../rows/row-values.js';
import { UNKNOWN_FIT, WEIGHT, type Clause, type ClauseContext } from './clause.js';

/** The fit of a product of the colour: its own variants have it, or its name or category says so. */
const [COLOR_OF_VARIANT_FIT, COLOR_BY_NAME_FIT] = [1, 0.9];
/** The fit of a product with no known colour whose description mentions the requested one. */
const DESCRIBED_COLOR_FIT = 0.4;
/** The fit of a product in a plain "xanh", which may mean the requested shade or another one. */
const ANY_BLUE_FIT = -0.5;

/** The colours, of which a product needs one. */
export function colorClause(terms: MeaningTerm[], { index, certaintyOfAny }: ClauseContext): Clause[] {
  if (terms.length === 0) return [];
  const { columns, postings } = index;
  const colors = terms.flatMap(({ meanings }) => meanings);
  const colorOf = certaintyOfAny(...colors);
  const anyBlue = meaningById('xanh');
  const anyBlueOf = colors.some(({ broader }) => broader.includes(anyBlue.id)) ? certaintyOfAny(anyBlue) : () => 0;
  const fit: RowValue = (row) => {
    const certainty = colorOf(row);
    if (certainty > CERTAINTY.described) {
      return certainty === CERTAINTY.titled ? COLOR_OF_VARIANT_FIT : COLOR_BY_NAME_FIT;
    }
    // A description may mention garments worn with it, so it only counts if no other colour is known.
    const hasKnownColor = ((columns.flags[row] ?? 0) & ROW_FLAGS.color) !== 0;
    if (!hasKnownColor) return certainty > 0 ? DESCRIBED_COLOR_FIT : UNKNOWN_FIT.color;
    return anyBlueOf(row) > 0 ? ANY_BLUE_FIT : -1;
  };
  const candidates = { rows: () => postings.ofAnyMeaning(colors), maxFitElsewhere: UNKNOWN_FIT.color };
  return [{ kind: 'color', weight: WEIGHT.color, isHard: true, fit, candidates, reason: 'đúng màu' }];
}
