import { FIELD_BITS } from '../products/codes.js';
import type { ParsedQuery, RequestedBrand } from '../query/parsed-query.js';
import type { IndexedProducts } from '../rows/indexed-products.js';
import { intersectPostings } from '../rows/row-sets.js';
import type { RowValue } from '../rows/row-values.js';
import { EXCLUDED_WEIGHT, WEIGHT, type Clause } from './clause.js';

/** The brands, of which a product needs one, and those that are excluded. */
export function brandClauses(query: ParsedQuery, index: IndexedProducts): Clause[] {
  const { brands, columns, postings, scratch } = index;
  const requested = query.brands.filter(({ isExcluded }) => !isExcluded);
  const excluded = query.brands.filter(({ isExcluded }) => isExcluded);
  const numbersOf = (terms: readonly RequestedBrand[]) => terms.map(({ brand }) => brands.brandNumber(brand));
  const clauses: Clause[] = [];
  if (requested.length > 0) {
    const wanted = numbersOf(requested);
    const fit: RowValue = (row) => (wanted.includes(columns.brands[row] ?? 0) ? 1 : -1);
    const rows = () =>
      requested.map(({ brand }) => {
        const words = brand.split(' ').map((word) => postings.ofWord(word));
        return { rows: intersectPostings(words, FIELD_BITS.brand, scratch).rows, bitmap: null };
      });
    const candidates = { rows, maxFitElsewhere: -1 };
    clauses.push({ kind: 'brand', weight: WEIGHT.brand, isHard: true, fit, candidates, reason: 'đúng thương hiệu' });
  }
  if (excluded.length > 0) {
    const unwanted = numbersOf(excluded);
    const fit: RowValue = (row) => (unwanted.includes(columns.brands[row] ?? 0) ? -1 : 1);
    clauses.push({ kind: 'brand', weight: EXCLUDED_WEIGHT, isHard: true, isPrefilter: true, fit, reason: null });
  }
  return clauses;
}
