import type { IndexedProducts } from '../rows/indexed-products.js';
import type { Level } from '../rows/row-values.js';
import { GENDER_BITS, genderBits } from '../products/product-reading.js';
import type { MeaningTerm } from '../query/parsed-query.js';
import { UNKNOWN_FIT, WEIGHT, type Clause } from './clause.js';

const UNISEX = GENDER_BITS.men | GENDER_BITS.women;
const REASONS: Record<string, string> = { nam: 'cho nam', nu: 'cho nữ', unisex: 'cho nam nữ', 'tre-em': 'cho bé' };

/** Whom a product is for. Of a product that does not say so, its brand's other products decide. */
export function genderClause(terms: MeaningTerm[], { columns, brands }: IndexedProducts): Clause[] {
  const meanings = terms.flatMap((term) => term.meanings);
  const wanted = genderBits(meanings);
  if (wanted === 0) return [];
  const fit: Level = (row) => {
    const gender = columns.genders[row] ?? 0;
    const stated = gender & ~GENDER_BITS.implied;
    if (stated === 0) {
      const share =
        wanted === GENDER_BITS.men || wanted === GENDER_BITS.women
          ? brands.genderShare(columns.brands[row] ?? 0, wanted)
          : null;
      return share === null ? UNKNOWN_FIT.gender : 0.2 + 0.6 * share;
    }
    if (!(stated & wanted) || (stated & GENDER_BITS.children && !(wanted & GENDER_BITS.children))) return -1;
    if (stated === wanted) return gender & GENDER_BITS.implied ? 0.95 : 1;
    return wanted === UNISEX ? 0.4 : 0.9;
  };
  const reason = REASONS[wanted === UNISEX ? 'unisex' : (meanings[0]?.id ?? '')] ?? null;
  return [{ kind: 'gender', weight: WEIGHT.gender, isHard: true, isLimit: true, fit, reason }];
}
