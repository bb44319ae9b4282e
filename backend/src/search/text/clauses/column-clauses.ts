import type { IndexedProducts } from '../rows/indexed-products.js';
import { levelOf, type Level } from '../rows/row-values.js';
import { FIELD_BITS, sizeBit } from '../products/product-reading.js';
import { ROW_FLAGS } from '../rows/columns.js';
import { common } from '../rows/row-sets.js';
import type { ParsedQuery, RequestedBrand, RequestedSizes } from '../query/parsed-query.js';
import { EXCLUDED_WEIGHT, UNKNOWN_FIT, WEIGHT, type Clause, type ClauseContext } from './clause.js';

/** The price in đồng at which a product fits "cheap" by one half. */
const CHEAP = 250_000;

/** The sizes, of which a product needs one, and those that are excluded: a product needs another one. */
export function sizeClauses({ sizes }: ParsedQuery, { index, scope }: ClauseContext): Clause[] {
  const { columns, postings } = index;
  const requested = sizes.filter(({ not }) => !not);
  const wanted = bitsOf(requested);
  const rare = rareIn(requested);
  const excluded = sizes.filter(({ not }) => not);
  const unwanted = bitsOf(excluded);
  const rareUnwanted = rareIn(excluded);
  const freeSize = sizeBit('FREESIZE');
  const hasRare = (row: number) => ((columns.flags[row] ?? 0) & ROW_FLAGS.rareSize) !== 0;
  const clauses: Clause[] = [];
  if (requested.length > 0) {
    const rareOf = levelOf(
      rare.map((size) => postings.ofRareSize(size)),
      index,
      scope,
    );
    const fit: Level = (row) => {
      const has = columns.sizes[row] ?? 0;
      if (has & wanted || rareOf(row) > 0) return 1;
      if (has === 0 && !hasRare(row)) return UNKNOWN_FIT.size;
      return has & freeSize ? 0.5 : -1;
    };
    const isLimit = rare.length === 0;
    clauses.push({ kind: 'size', weight: WEIGHT.size, isHard: true, isLimit, fit, reason: 'đúng cỡ' });
  }
  if (excluded.length > 0) {
    const isLimit = rareUnwanted.length === 0;
    const otherRareOf = isLimit ? null : levelOf(postings.ofOtherRareSizes(rareUnwanted), index, scope);
    const fit: Level = (row) => {
      const has = columns.sizes[row] ?? 0;
      if (has === 0 && !hasRare(row)) return 1;
      const hasOther = (has & ~unwanted) !== 0 || (otherRareOf ? otherRareOf(row) > 0 : hasRare(row));
      return hasOther ? 1 : -1;
    };
    clauses.push({ kind: 'size', weight: EXCLUDED_WEIGHT, isHard: true, isLimit, fit, reason: null });
  }
  return clauses;
}

const bitsOf = (terms: readonly RequestedSizes[]): number =>
  terms.flatMap(({ sizes }) => sizes).reduce((bits, size) => bits | sizeBit(size), 0);

const rareIn = (terms: readonly RequestedSizes[]): string[] =>
  terms.flatMap(({ sizes }) => sizes).filter((size) => sizeBit(size) === 0);

/** "cheap" prefers low prices, a limit excludes the others; a query may have both. */
export function priceClauses({ price, cheap }: ParsedQuery, { columns }: IndexedProducts): Clause[] {
  const clauses: Clause[] = [];
  if (cheap) {
    const fit: Level = (row) => 1 / (1 + (columns.prices[row] ?? 0) / CHEAP);
    clauses.push({ kind: 'price', weight: WEIGHT.price, isHard: false, fit, reason: 'giá tốt' });
  }
  if (price) {
    const { min, max, around } = price;
    const fit: Level = (row) => {
      const cost = columns.prices[row] ?? 0;
      if (cost < (min ?? 0) || cost > (max ?? Infinity)) return -1;
      return around === null ? 1 : 1 - Math.abs(cost - around) / around;
    };
    clauses.push({ kind: 'price', weight: WEIGHT.price, isHard: true, isLimit: true, fit, reason: 'đúng khoảng giá' });
  }
  return clauses;
}

/** The brands, of which a product needs one, and those that are excluded. */
export function brandClauses(query: ParsedQuery, index: IndexedProducts): Clause[] {
  const { brands, columns, scratch } = index;
  const requested = query.brands.filter(({ not }) => !not);
  const numbersOf = (terms: readonly RequestedBrand[]) => terms.map(({ brand }) => brands.numberOf(brand));
  const wanted = numbersOf(requested);
  const unwanted = numbersOf(query.brands.filter(({ not }) => not));
  const clauses: Clause[] = [];
  if (wanted.length > 0) {
    const fit: Level = (row) => (wanted.includes(columns.brands[row] ?? 0) ? 1 : -1);
    const rows = () =>
      requested.map(({ brand }) => {
        const words = brand.split(' ').map((word) => index.postings.ofWord(word));
        return { all: common(words, FIELD_BITS.brand, scratch).rows, bitmap: null };
      });
    const sure = { rows, elsewhere: -1 };
    clauses.push({ kind: 'brand', weight: WEIGHT.brand, isHard: true, fit, sure, reason: 'đúng thương hiệu' });
  }
  if (unwanted.length > 0) {
    const fit: Level = (row) => (unwanted.includes(columns.brands[row] ?? 0) ? -1 : 1);
    clauses.push({ kind: 'brand', weight: EXCLUDED_WEIGHT, isHard: true, isLimit: true, fit, reason: null });
  }
  return clauses;
}
