import type { RowValue } from '../rows/row-values.js';
import { CERTAINTY, GENDER_BITS, genderBits } from '../products/codes.js';
import { ROW_FLAGS } from '../rows/columns.js';
import type { MeaningTerm } from '../query/parsed-query.js';
import { EXCLUDED_WEIGHT, UNKNOWN_FIT, type Clause, type ClauseContext } from './clause.js';

/** The clause of an excluded meaning. */
export function excludedClause(
  { meanings }: MeaningTerm,
  { index: { columns }, certaintyOfAny }: ClauseContext,
): Clause {
  const unwantedOf = certaintyOfAny(...meanings);
  const kind = meanings[0]?.kind ?? 'style';
  const genders = kind === 'gender' ? genderBits(meanings) : 0;
  const fit: RowValue = (row) => {
    // A product for men and women stays where "not for men" is requested.
    if (genders) return ((columns.genders[row] ?? 0) & ~GENDER_BITS.implied) === genders ? -1 : 1;
    if (unwantedOf(row) >= CERTAINTY.implied) return -1;
    return kind === 'color' && !((columns.flags[row] ?? 0) & ROW_FLAGS.color) ? UNKNOWN_FIT.color : 1;
  };
  return { kind, weight: EXCLUDED_WEIGHT, isHard: true, fit, reason: null };
}
