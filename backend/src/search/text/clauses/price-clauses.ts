import type { ParsedQuery } from '../query/parsed-query.js';
import type { IndexedProducts } from '../rows/indexed-products.js';
import type { RowValue } from '../rows/row-values.js';
import { WEIGHT, type Clause } from './clause.js';

/** The price in đồng at which a product fits "cheap" by one half. */
const HALF_CHEAP_PRICE = 250_000;

/** "cheap" prefers low prices, a limit excludes the others; a query may have both. */
export function priceClauses({ price, cheap }: ParsedQuery, { columns }: IndexedProducts): Clause[] {
  const clauses: Clause[] = [];
  if (cheap) {
    const fit: RowValue = (row) => 1 / (1 + (columns.prices[row] ?? 0) / HALF_CHEAP_PRICE);
    clauses.push({ kind: 'price', weight: WEIGHT.price, isHard: false, fit, reason: 'giá tốt' });
  }
  if (price) {
    const { min, max, around } = price;
    const fit: RowValue = (row) => {
      const own = columns.prices[row] ?? 0;
      if (own < (min ?? 0) || own > (max ?? Infinity)) return -1;
      return around === null ? 1 : 1 - Math.abs(own - around) / around;
    };
    clauses.push({
      kind: 'price',
      weight: WEIGHT.price,
      isHard: true,
      isPrefilter: true,
      fit,
      reason: 'đúng khoảng giá',
    });
  }
  return clauses;
}
