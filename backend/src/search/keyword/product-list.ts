import type { Facets, ProductQuery } from '../../contract/catalog.js';
import { PRICE_BANDS, type Sort } from '../../contract/rules.js';
import type { Columns } from '../text/columns.js';
import { HAS } from '../text/columns.js';
import type { Postings } from '../text/postings.js';
import type { WordIndex } from '../text/word-index.js';
import type { Match } from './keyword-match.js';
import { topRows, type Compare } from './top-rows.js';

/** The filters and the order of a list; as in the contract, 0 or nothing means all. */
export type ListQuery = Pick<ProductQuery, 'category' | 'brand' | 'price' | 'color' | 'size' | 'in_stock' | 'sort'>;

/** A part of a list. */
export interface ListPart {
  ids: number[];
  /** How many products the whole list has. */
  count: number;
  facets: Facets;
  /** Pieces sold of those in the part: the least and the most; null when it is empty. */
  leastSold: number | null;
  mostSold: number | null;
}

const ORDERS: Record<Sort, (columns: Columns) => Compare> = {
  'price-asc': ({ prices, ids }) => byFirst([prices, 1], [ids, 1]),
  'price-desc': ({ prices, ids }) => byFirst([prices, -1], [ids, -1]),
  'rating-desc': ({ ratings, reviews, ids }) => byFirst([ratings, -1], [reviews, -1], [ids, -1]),
  'sold-desc': ({ sold, ids }) => byFirst([sold, -1], [ids, -1]),
  'reviews-desc': ({ reviews, ids }) => byFirst([reviews, -1], [ids, -1]),
  newest: ({ created, ids }) => byFirst([created, -1], [ids, -1]),
};

/** Filters, counts and sorts what a keyword found, as `product-list.sql.ts` does in PostgreSQL. */
export function listPart(
  index: WordIndex,
  { rows, relevance }: Match,
  query: ListQuery,
  { from, count }: { from: number; count: number },
): ListPart {
  const { columns } = index;
  const isOffered = offeredIn(index, query);
  const { category, brand, price } = query;
  const facets = {
    category: new Map<number, number>(),
    brand: new Map<number, number>(),
    price: new Map<number, number>(),
  };
  const listed = new Uint32Array(rows.length);
  let total = 0;
  for (const row of rows) {
    if (!isOffered(row)) continue;
    const own = {
      category: columns.categoryIds[row] ?? 0,
      brand: columns.brandIds[row] ?? 0,
      price: bandOf(columns.prices[row] ?? 0),
    };
    const isCategory = !category || own.category === category;
    const isBrand = !brand || own.brand === brand;
    const isPrice = !price || own.price === price;
    if (isCategory && isBrand && isPrice) listed[total++] = row;
    if (isBrand && isPrice) add(facets.category, own.category);
    if (isCategory && isPrice) add(facets.brand, own.brand);
    if (isCategory && isBrand) add(facets.price, own.price);
  }
  const compare = query.sort
    ? ORDERS[query.sort](columns)
    : byFirst([relevance, -1], [columns.sold, -1], [columns.ids, -1]);
  const shown = topRows(listed.subarray(0, total), compare, from, count);
  const sold = Array.from(shown, (row) => columns.sold[row] ?? 0);
  return {
    ids: Array.from(shown, (row) => columns.ids[row] ?? 0),
    count: total,
    facets: { category: countsOf(facets.category), brand: countsOf(facets.brand), price: countsOf(facets.price) },
    leastSold: sold.length > 0 ? Math.min(...sold) : null,
    mostSold: sold.length > 0 ? Math.max(...sold) : null,
  };
}

/** Whether a product has a variant in one of the colours, one in one of the sizes, and is in stock, where that is asked for. */
function offeredIn(index: WordIndex, { color, size, in_stock: inStock }: ListQuery): (row: number) => boolean {
  const ofColor = color?.length ? anyOf(index.colorOptions, color, index.columns.length) : null;
  const ofSize = size?.length ? anyOf(index.sizeOptions, size, index.columns.length) : null;
  const { flags } = index.columns;
  return (row) =>
    (!ofColor || ofColor[row] === 1) &&
    (!ofSize || ofSize[row] === 1) &&
    (!inStock || ((flags[row] ?? 0) & HAS.stock) !== 0);
}

function anyOf(options: Postings<number>, ids: readonly number[], length: number): Uint8Array {
  const rows = new Uint8Array(length);
  for (const id of ids) options.get(id)?.spread(rows);
  return rows;
}

function bandOf(price: number): number {
  return PRICE_BANDS.find(({ to }) => price <= to)?.band ?? 0;
}

const add = (counts: Map<number, number>, key: number) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** 0 stands for none: it is no choice. */
const countsOf = (counts: Map<number, number>) =>
  Object.fromEntries([...counts].filter(([key]) => key > 0).sort(([a], [b]) => a - b));

type Key = [values: ArrayLike<number>, direction: 1 | -1];

const byFirst =
  (...keys: Key[]): Compare =>
  (a, b) => {
    for (const [values, direction] of keys) {
      const difference = (values[a] ?? 0) - (values[b] ?? 0);
      if (difference !== 0) return direction * difference;
    }
    return 0;
  };
