import { GENDER_BITS, genderBits } from '../products/codes.js';
import type { MeaningTerm } from '../query/parsed-query.js';
import type { IndexedProducts } from '../rows/indexed-products.js';
import type { RowValue } from '../rows/row-values.js';
import { UNKNOWN_FIT, WEIGHT, type Clause } from './clause.js';

const UNISEX = GENDER_BITS.men | GENDER_BITS.women;
const REASONS: Record<string, string> = { nam: 'cho nam', nu: 'cho nữ', unisex: 'cho nam nữ', 'tre-em': 'cho bé' };

/** The fit of a product for just the requested gender, which its texts state or its type implies. */
const [STATED_FIT, IMPLIED_FIT] = [1, 0.95];
/** The fit of a product for more than the requested gender, and of one for a single gender where unisex is requested. */
const [UNISEX_FIT, HALF_OF_UNISEX_FIT] = [0.9, 0.4];
/** The fit of a product that says nothing, and what it gains by the share of its brand's other products for the requested gender. */
const [UNSTATED_FIT, BRAND_SHARE_FIT] = [0.2, 0.6];

/** Whom a product is for. Of a product that does not say so, its brand's other products decide. */
export function genderClause(terms: MeaningTerm[], { columns, brands }: IndexedProducts): Clause[] {
  const meanings = terms.flatMap((term) => term.meanings);
  const wanted = genderBits(meanings);
  if (wanted === 0) return [];
  const isOneGender = wanted === GENDER_BITS.men || wanted === GENDER_BITS.women;
  const fit: RowValue = (row) => {
    const gender = columns.genders[row] ?? 0;
    const stated = gender & ~GENDER_BITS.implied;
    if (stated === 0) {
      const share = isOneGender ? brands.genderShare(columns.brands[row] ?? 0, wanted) : null;
      return share === null ? UNKNOWN_FIT.gender : UNSTATED_FIT + BRAND_SHARE_FIT * share;
    }
    const isForChildrenAlone = stated & GENDER_BITS.children && !(wanted & GENDER_BITS.children);
    if (!(stated & wanted) || isForChildrenAlone) return -1;
    if (stated === wanted) return gender & GENDER_BITS.implied ? IMPLIED_FIT : STATED_FIT;
    return wanted === UNISEX ? HALF_OF_UNISEX_FIT : UNISEX_FIT;
  };
  const reason = REASONS[wanted === UNISEX ? 'unisex' : (meanings[0]?.id ?? '')] ?? null;
  return [{ kind: 'gender', weight: WEIGHT.gender, isHard: true, isPrefilter: true, fit, reason }];
}
