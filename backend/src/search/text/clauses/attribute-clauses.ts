import { levelOf, type Level } from '../rows/row-values.js';
import { meaningById } from '../lexicon/lexicon.js';
import { CERTAINTY, FIELD_BITS } from '../products/product-reading.js';
import { ROW_FLAGS } from '../rows/columns.js';
import type { MeaningTerm } from '../query/parsed-query.js';
import { WEIGHT, type Clause, type ClauseContext } from './clause.js';
import { rowsHaving } from './color-clause.js';

/** How well a product fits an attribute, by the certainty `CERTAINTY` with which it has it. */
const ATTRIBUTE_FIT = [0, 0.5, 0.8, 1, 1];
/** The fit of a product with only the wider meaning: it mentions flowers where small flowers are requested. */
const WIDER = 0.5;
/** The share of the score for a product whose name has the requested words, instead of similar ones. */
const LITERAL = 0.2;

/** A material, occasion or style: products that mention it fit, and those with the opposite do not. */
export function attributeClause({ meanings, words }: MeaningTerm, context: ClauseContext, reason: string): Clause {
  const { index, level } = context;
  const { columns } = index;
  const isNamedSo = nameLevel(words, context);
  const wider = meanings.flatMap(({ under }) => under.map(meaningById));
  const certaintyOf = level(...meanings);
  const widerOf = level(...wider);
  const oppositeOf = level(...meanings.flatMap(({ opposes }) => opposes.map(meaningById)));
  const kind = meanings[0]?.kind ?? 'style';
  const isMaterial = kind === 'material';
  const fit: Level = (row) => {
    const certainty = certaintyOf(row);
    if (certainty > 0) return (ATTRIBUTE_FIT[certainty] ?? 0) * (1 - LITERAL + LITERAL * isNamedSo(row));
    if (widerOf(row) >= CERTAINTY.implied) return WIDER;
    if (isMaterial) return (columns.flags[row] ?? 0) & ROW_FLAGS.material ? -0.1 : 0;
    return oppositeOf(row) >= CERTAINTY.implied ? -0.5 : 0;
  };
  const sure = { rows: () => rowsHaving([...meanings, ...wider], index), elsewhere: 0 };
  return { kind, weight: WEIGHT[kind], isHard: false, fit, sure, reason };
}

/** 1 for the rows whose name has all of the words, else 0. */
function nameLevel(words: string[], { index, scope }: ClauseContext): Level {
  const fields = words.map((word) => levelOf([index.postings.ofWord(word)], index, scope));
  return (row) => (fields.every((fieldsOf) => fieldsOf(row) >= FIELD_BITS.name) ? 1 : 0);
}

/** The height of a heel, in centimetres. */
export function heelClause(height: number, { index, scope }: ClauseContext): Clause {
  const has = levelOf([index.postings.ofHeight(height)], index, scope);
  return {
    kind: 'style',
    weight: WEIGHT.style * 1.5,
    isHard: false,
    fit: (row) => (has(row) ? 1 : 0),
    reason: `${height} phân`,
  };
}
