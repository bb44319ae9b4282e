import type { Level } from '../rows/row-values.js';
import { meaningById, widerOf } from '../lexicon/lexicon.js';
import type { Meaning } from '../lexicon/meaning.js';
import { CERTAINTY } from '../products/product-reading.js';
import { ROW_FLAGS } from '../rows/columns.js';
import type { MeaningTerm } from '../query/parsed-query.js';
import { rowsHaving } from './color-clause.js';
import { UNKNOWN_FIT, WEIGHT, type Clause, type ClauseContext } from './clause.js';

/** How well a product fits a type, by the certainty `CERTAINTY` with which it has it. */
const TYPE_FIT = [0, 0.1, 0.45, 0.85, 1];
/** The factors for products of a wider type: with what the narrower type implies, and without. */
const [AS_GOOD, WIDER] = [0.85, 0.3];

/** The types of garment. A product needs one of them; several of them are better, unless the query leaves the choice ("or"). */
export function typeClause(terms: MeaningTerm[], context: ClauseContext): Clause[] {
  if (terms.length === 0) return [];
  const { columns } = context.index;
  const isChoice = terms.some(({ or }) => or);
  const levels = terms.map(({ meanings }) => typeLevel(meanings, context));
  const fit: Level = (row) => {
    if (!((columns.flags[row] ?? 0) & ROW_FLAGS.type)) return UNKNOWN_FIT.type;
    let highest = 0;
    let lowest = 1;
    for (const level of levels) {
      const own = level(row);
      highest = Math.max(highest, own);
      lowest = Math.min(lowest, own);
    }
    return highest === 0 ? -1 : isChoice ? highest : highest * 0.8 + lowest * 0.2;
  };
  const sure = {
    rows: () => terms.flatMap(({ meanings }) => rowsHaving([...meanings, ...impliedTraits(meanings)], context.index)),
    elsewhere: WIDER,
  };
  return [{ kind: 'type', weight: WEIGHT.type, isHard: true, fit, sure, reason: 'đúng loại' }];
}

const impliedTraits = (meanings: readonly Meaning[]) =>
  meanings.flatMap(({ implies }) => implies.map(meaningById)).filter(({ kind }) => kind !== 'gender');

/**
 * A product of a wider type fits less, unless it has what the narrower type implies: a jacket made of kaki is an áo khoác
 * kaki, whatever its name.
 */
function typeLevel(meanings: Meaning[], { level }: ClauseContext): Level {
  const typeOf = level(...meanings);
  const widerTypeOf = level(...meanings.flatMap(widerOf).filter((meaning) => !meanings.includes(meaning)));
  const implied = impliedTraits(meanings);
  const impliedOf = implied.length === 0 ? () => 0 : level(...implied);
  return (row) => {
    const certainty = typeOf(row);
    if (certainty > CERTAINTY.implied) return TYPE_FIT[certainty] ?? 0;
    const wider = TYPE_FIT[widerTypeOf(row)] ?? 0;
    return Math.max(TYPE_FIT[certainty] ?? 0, wider * (impliedOf(row) >= CERTAINTY.implied ? AS_GOOD : WIDER));
  };
}
