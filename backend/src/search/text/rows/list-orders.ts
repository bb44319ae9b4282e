import type { Sort } from '../../../contract/rules.js';
import type { Columns } from './columns.js';
import type { Compare } from './row-order.js';

/** A sort order of lists, equal to that of `product-list.sql.ts`: the highest key first, ties by id. */
export interface ListOrder {
  key: (columns: Columns, row: number) => number;
  /** 1: the smaller id first. */
  ids: 1 | -1;
}

const PAIR = 2 ** 32;

export const LIST_ORDERS: Record<Sort, ListOrder> = {
  'price-asc': { key: ({ prices }, row) => -(prices[row] ?? 0), ids: 1 },
  'price-desc': { key: ({ prices }, row) => prices[row] ?? 0, ids: -1 },
  'rating-desc': { key: ({ ratings, reviews }, row) => (ratings[row] ?? 0) * PAIR + (reviews[row] ?? 0), ids: -1 },
  'sold-desc': { key: ({ sold }, row) => sold[row] ?? 0, ids: -1 },
  'reviews-desc': { key: ({ reviews }, row) => reviews[row] ?? 0, ids: -1 },
  newest: { key: ({ created }, row) => created[row] ?? 0, ids: -1 },
};

export const compareBy = (columns: Columns, { key, ids }: ListOrder): Compare => {
  return (a, b) => key(columns, b) - key(columns, a) || ids * ((columns.ids[a] ?? 0) - (columns.ids[b] ?? 0));
};
