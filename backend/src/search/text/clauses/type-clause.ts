import { meaningById, selfAndSpecificBroader } from '../lexicon/meanings.js';
import type { Meaning } from '../lexicon/meaning.js';
import { CERTAINTY } from '../products/codes.js';
import type { MeaningTerm } from '../query/parsed-query.js';
import { ROW_FLAGS } from '../rows/columns.js';
import type { RowValue } from '../rows/row-values.js';
import { UNKNOWN_FIT, WEIGHT, type Clause, type ClauseContext } from './clause.js';

/** How well a product fits a type, by how certainly it has it: by the values of `CERTAINTY`, 0 for not. */
const TYPE_FIT = [0, 0.1, 0.45, 0.85, 1];
/** By how much the fit of a product of a broader type is multiplied: with what the narrower type implies, and without. */
const [IMPLIED_FACTOR, BROADER_FACTOR] = [0.85, 0.3];
/** Of several types, the shares of the fit that the best and the worst one decide: "áo và quần" prefers sets. */
const [BEST_TYPE_SHARE, WORST_TYPE_SHARE] = [0.8, 0.2];

/** The types of garment. A product needs one of them; several of them are better, unless the query leaves the choice ("or"). */
export function typeClause(terms: MeaningTerm[], context: ClauseContext): Clause[] {
  if (terms.length === 0) return [];
  const { columns, postings } = context.index;
  const isChoice = terms.some(({ isAlternative }) => isAlternative);
  const fitsOfTypes = terms.map(({ meanings }) => fitOfType(meanings, context));
  const fit: RowValue = (row) => {
    if (!((columns.flags[row] ?? 0) & ROW_FLAGS.type)) return UNKNOWN_FIT.type;
    let best = 0;
    let worst = 1;
    for (const fitOf of fitsOfTypes) {
      const own = fitOf(row);
      best = Math.max(best, own);
      worst = Math.min(worst, own);
    }
    return best === 0 ? -1 : isChoice ? best : best * BEST_TYPE_SHARE + worst * WORST_TYPE_SHARE;
  };
  const candidates = {
    rows: () => terms.flatMap(({ meanings }) => postings.ofAnyMeaning([...meanings, ...impliedTraits(meanings)])),
    maxFitElsewhere: BROADER_FACTOR,
  };
  return [{ kind: 'type', weight: WEIGHT.type, isHard: true, fit, candidates, reason: 'đúng loại' }];
}

const impliedTraits = (meanings: readonly Meaning[]) =>
  meanings.flatMap(({ implies }) => implies.map(meaningById)).filter(({ kind }) => kind !== 'gender');

/**
 * A product of a broader type fits less, unless it has what the narrower type implies: a jacket made of kaki is an áo khoác
 * kaki, whatever its name.
 */
function fitOfType(meanings: Meaning[], { certaintyOfAny }: ClauseContext): RowValue {
  const broaderTypes = meanings.flatMap(selfAndSpecificBroader).filter((meaning) => !meanings.includes(meaning));
  const implied = impliedTraits(meanings);
  const typeOf = certaintyOfAny(...meanings);
  const broaderTypeOf = certaintyOfAny(...broaderTypes);
  const impliedOf = implied.length === 0 ? () => 0 : certaintyOfAny(...implied);
  return (row) => {
    const certainty = typeOf(row);
    if (certainty > CERTAINTY.implied) return TYPE_FIT[certainty] ?? 0;
    const factor = impliedOf(row) >= CERTAINTY.implied ? IMPLIED_FACTOR : BROADER_FACTOR;
    return Math.max(TYPE_FIT[certainty] ?? 0, (TYPE_FIT[broaderTypeOf(row)] ?? 0) * factor);
  };
}
