import { highestPayload, type RowValue } from '../rows/row-values.js';
import { meaningById } from '../lexicon/meanings.js';
import { CERTAINTY, FIELD_BITS } from '../products/codes.js';
import { ROW_FLAGS } from '../rows/columns.js';
import type { MeaningTerm } from '../query/parsed-query.js';
import { WEIGHT, type Clause, type ClauseContext } from './clause.js';

/** How well a product fits an attribute, by how certainly it has it: by the values of `CERTAINTY`, 0 for not. */
const ATTRIBUTE_FIT = [0, 0.5, 0.8, 1, 1];
/** The fit of a product with only the broader meaning: it mentions flowers where small flowers are requested. */
const BROADER_FIT = 0.5;
/** The fit of a product of another material, and of one with the opposite. */
const [OTHER_MATERIAL_FIT, OPPOSITE_FIT] = [-0.1, -0.5];
/** The share of the fit that only a product has whose name says the attribute in the requested words, instead of similar ones. */
const LITERAL_SHARE = 0.2;
/** A heel's height counts this many times as much as another style: who asks for it means it. */
const HEEL_WEIGHT = 1.5;

/** A material, occasion or style: products that mention it fit, and those with the opposite do not. */
export function attributeClause({ meanings, words }: MeaningTerm, context: ClauseContext, reason: string): Clause {
  const { index, certaintyOfAny } = context;
  const { columns } = index;
  const literalOf = isNamedLiterally(words, context);
  const broaderMeanings = meanings.flatMap(({ broader }) => broader.map(meaningById));
  const certaintyOf = certaintyOfAny(...meanings);
  const broaderOf = certaintyOfAny(...broaderMeanings);
  const oppositeOf = certaintyOfAny(...meanings.flatMap(({ opposes }) => opposes.map(meaningById)));
  const kind = meanings[0]?.kind ?? 'style';
  const isMaterial = kind === 'material';
  const fit: RowValue = (row) => {
    const certainty = certaintyOf(row);
    if (certainty > 0) {
      return (ATTRIBUTE_FIT[certainty] ?? 0) * (1 - LITERAL_SHARE + LITERAL_SHARE * literalOf(row));
    }
    if (broaderOf(row) >= CERTAINTY.implied) return BROADER_FIT;
    if (isMaterial) return (columns.flags[row] ?? 0) & ROW_FLAGS.material ? OTHER_MATERIAL_FIT : 0;
    return oppositeOf(row) >= CERTAINTY.implied ? OPPOSITE_FIT : 0;
  };
  const candidates = { rows: () => index.postings.ofAnyMeaning([...meanings, ...broaderMeanings]), maxFitElsewhere: 0 };
  return { kind, weight: WEIGHT[kind], isHard: false, fit, candidates, reason };
}

/** 1 for the rows whose name has all of the words, else 0. */
function isNamedLiterally(words: string[], { index, scope }: ClauseContext): RowValue {
  const fields = words.map((word) => highestPayload([index.postings.ofWord(word)], index, scope));
  return (row) => (fields.every((fieldsOf) => fieldsOf(row) >= FIELD_BITS.name) ? 1 : 0);
}

/** The height of a heel, in centimetres. */
export function heelClause(height: number, { index, scope }: ClauseContext): Clause {
  const hasHeight = highestPayload([index.postings.ofHeight(height)], index, scope);
  return {
    kind: 'style',
    weight: WEIGHT.style * HEEL_WEIGHT,
    isHard: false,
    fit: (row) => (hasHeight(row) ? 1 : 0),
    reason: `${height} phân`,
  };
}
