import { UNKNOWN_FIT, WEIGHT, type Clause, type Levels } from './clause.js';
import { HAS } from '../rows/columns.js';
import type { Level } from '../lexicon/levels.js';
import { meaningById, widerOf } from '../lexicon/lexicon.js';
import type { Meaning } from '../meaning.js';
import { CERTAINTY } from '../product-reading.js';
import type { MeaningTerm } from './parsed-query.js';
import { unionOf, type Rows } from '../rows/row-sets.js';
import type { IndexedProducts } from '../indexed-products.js';

/** How well a product fits a type, by the certainty `CERTAINTY` with which it has it. */
const TYPE_FIT = [0, 0.1, 0.45, 0.85, 1];
/** The factors for products of a wider type: with what the narrower type implies, and without. */
const [AS_GOOD, WIDER] = [0.85, 0.3];

export function typeClause(terms: MeaningTerm[], level: Levels, { columns }: IndexedProducts): Clause[] {
  if (terms.length === 0) return [];
  const isEither = terms.some(({ or }) => or);
  const levels = terms.map(({ meanings }) => kindLevel(meanings, level));
  const fit: Level = (row) => {
    if (!((columns.flags[row] ?? 0) & HAS.type)) return UNKNOWN_FIT.type;
    let most = 0;
    let least = 1;
    for (const of of levels) {
      const one = of(row);
      most = Math.max(most, one);
      least = Math.min(least, one);
    }
    return most === 0 ? -1 : isEither ? most : most * 0.8 + least * 0.2;
  };
  return [{ kind: 'type', weight: WEIGHT.type, isHard: true, fit, reason: 'đúng loại' }];
}

/**
 * A product of a wider type fits less, unless it has what the narrower type implies: a jacket made of kaki is an áo khoác
 * kaki, whatever its name.
 */
function kindLevel(meanings: Meaning[], level: Levels): Level {
  const own = level(...meanings);
  const wide = level(...meanings.flatMap(widerOf).filter((one) => !meanings.includes(one)));
  const implied = meanings.flatMap(({ implies }) => implies.map(meaningById)).filter(({ kind }) => kind !== 'gender');
  const made = implied.length === 0 ? () => 0 : level(...implied);
  return (row) => {
    const how = own(row);
    if (how > CERTAINTY.implied) return TYPE_FIT[how] ?? 0;
    const wider = TYPE_FIT[wide(row)] ?? 0;
    return Math.max(TYPE_FIT[how] ?? 0, wider * (made(row) >= CERTAINTY.implied ? AS_GOOD : WIDER));
  };
}

export function colorClause(terms: MeaningTerm[], level: Levels, index: IndexedProducts): Clause[] {
  if (terms.length === 0) return [];
  const { columns } = index;
  const colors = terms.flatMap(({ meanings }) => meanings);
  const wanted = level(...colors);
  const blue = meaningById('xanh');
  const wide = terms.some(({ meanings }) => meanings.some(({ under }) => under.includes(blue.id)))
    ? level(blue)
    : () => 0;
  const fit: Level = (row) => {
    const how = wanted(row);
    if (how > CERTAINTY.described) return how === CERTAINTY.titled ? 1 : 0.9;
    // A description may mention garments worn with it, so it only counts if no other colour is known.
    if (!((columns.flags[row] ?? 0) & HAS.color)) return how > 0 ? 0.4 : UNKNOWN_FIT.color;
    // A plain "xanh" may mean any of three colours.
    return wide(row) > 0 ? -0.5 : -1;
  };
  const sure = () => rowsHaving(colors, index);
  return [{ kind: 'color', weight: WEIGHT.color, isHard: true, fit, sure, reason: 'đúng màu' }];
}

/** The rows that have one of the meanings, with any certainty. */
export const rowsHaving = (meanings: readonly Meaning[], index: IndexedProducts): Rows =>
  unionOf(
    meanings.map((meaning) => index.postings.ofMeaning(meaning)),
    index.scratch,
  );
