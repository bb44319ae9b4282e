import type { ProductQuery } from '../../contract/catalog/catalog.js';
import { ROW_FLAGS } from '../text/rows/columns.js';
import { VARIANT_STOCK } from '../text/rows/product-postings.js';
import { LIST_ORDERS, compareBy } from '../text/rows/list-orders.js';
import type { WordIndex } from '../text/word-index.js';
import { CellCounts, facetsOfShop } from './cell-counts.js';
import { byRelevance, type Match } from '../matching/keyword-match.js';
import { topRows } from '../matching/top-rows.js';

/** The filters and sort order of a list. As in the contract, 0 or undefined means no filter. */
export type ListQuery = Omit<ProductQuery, 'keyword' | 'page' | 'page_size'>;

/** A slice of a list. */
export interface ListPart {
  ids: number[];
  /** How many products the whole list has. */
  count: number;
  /** `Facets` of the contract, as JSON. */
  facets: string;
  /** The lowest and highest sales in the slice, in pieces; null if it is empty. */
  leastSold: number | null;
  mostSold: number | null;
}

interface Part {
  from: number;
  count: number;
}

/** A list at least this many times as long as the rows up to the slice's end is read from the sorted products. */
const DENSE = 8;
const POPULAR = 'sold-desc';

/**
 * Filters, counts and sorts products, with the same result as `product-list.sql.ts` in PostgreSQL.
 *
 * @param match the products that match a keyword; null for all products
 */
export function listPart(index: WordIndex, match: Match | null, query: ListQuery, part: Part): ListPart {
  if (!match) index.scratch.begin();
  const isOffered = offeredIn(index, query);
  const isWhole = !match && !isOffered && !query.category && !query.brand && !query.price;
  if (isWhole) {
    const { sort = POPULAR } = query;
    const shown = index.sortedRows(sort).subarray(part.from, part.from + part.count);
    return slice(index, shown, { count: index.size, facets: facetsOfShop(index.cells) });
  }
  const cells = new CellCounts(index.cells, query);
  const shown = match
    ? ofMatch(index, match, { query, part, cells, isOffered })
    : ofAll(index, { query, part, cells, isOffered });
  return slice(index, shown, { count: cells.total(), facets: cells.facets() });
}

function slice({ columns }: WordIndex, shown: Uint32Array, list: Pick<ListPart, 'count' | 'facets'>): ListPart {
  const { ids, sold } = columns;
  const sales = Array.from(shown, (row) => sold[row] ?? 0);
  return {
    ...list,
    ids: Array.from(shown, (row) => ids[row] ?? 0),
    leastSold: sales.length > 0 ? Math.min(...sales) : null,
    mostSold: sales.length > 0 ? Math.max(...sales) : null,
  };
}

interface Listing {
  query: ListQuery;
  part: Part;
  cells: CellCounts;
  /** null without filters by variants: every product is offered. */
  isOffered: ((row: number) => boolean) | null;
}

/** The rows in a slice of a keyword's list. */
function ofMatch(index: WordIndex, match: Match, { query, part, cells, isOffered }: Listing): Uint32Array {
  const { columns, scratch } = index;
  const { rows } = match;
  const places = scratch.rows(rows.length);
  let total = 0;
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    if (isOffered && !isOffered(row)) continue;
    if (cells.count(columns.cells[row] ?? 0)) places[total++] = place;
  }
  if (query.sort) return sorted(index, rowsAt(places.subarray(0, total), rows), query.sort, part);
  const first = topRows(places.subarray(0, total), byRelevance(match, columns), part.from, part.count);
  return rowsAt(first, rows);
}

/** The rows in a slice of all products that pass filters. Without filters by variants it uses the cells' stored counts. */
function ofAll(index: WordIndex, { query, part, cells, isOffered }: Listing): Uint32Array {
  const { columns, scratch } = index;
  const sort = query.sort ?? POPULAR;
  if (!isOffered) {
    cells.countAll();
    const total = cells.total();
    if (part.from >= total) return new Uint32Array(0);
    if ((part.from + part.count) * DENSE < total) return walk(index, cells, sort, part);
  }
  const rows = scratch.rows(columns.length);
  let total = 0;
  for (let row = 0; row < columns.length; row++) {
    if (!((columns.flags[row] ?? 0) & ROW_FLAGS.product)) continue;
    const cell = columns.cells[row] ?? 0;
    if (isOffered ? isOffered(row) && cells.count(cell) : cells.isListed(cell)) rows[total++] = row;
  }
  return sorted(index, rows.subarray(0, total), sort, part);
}

/** Walks through the sorted products up to the end of the slice. */
function walk(index: WordIndex, cells: CellCounts, sort: NonNullable<ListQuery['sort']>, { from, count }: Part) {
  const { columns } = index;
  const shown: number[] = [];
  let passed = 0;
  for (const row of index.sortedRows(sort)) {
    if (!cells.isListed(columns.cells[row] ?? 0) || passed++ < from) continue;
    shown.push(row);
    if (shown.length === count) break;
  }
  return Uint32Array.from(shown);
}

function sorted(
  { columns }: WordIndex,
  rows: Uint32Array,
  sort: NonNullable<ListQuery['sort']>,
  { from, count }: Part,
): Uint32Array {
  return topRows(rows, compareBy(columns, LIST_ORDERS[sort]), from, count);
}

/** @param places are overwritten with the rows */
function rowsAt(places: Uint32Array, rows: Uint32Array): Uint32Array {
  for (let nth = 0; nth < places.length; nth++) places[nth] = rows[places[nth] ?? 0] ?? 0;
  return places;
}

/** Whether a product passes the filters: one variant in a colour, in a size and in stock; null without filters. */
function offeredIn(index: WordIndex, query: ListQuery): ((row: number) => boolean) | null {
  const { color = [], size = [], in_stock: inStock } = query;
  const { columns, postings, scratch } = index;
  if (color.length === 0 && size.length === 0) {
    return inStock ? (row) => ((columns.flags[row] ?? 0) & ROW_FLAGS.stock) !== 0 : null;
  }
  const stock = scratch.zeroedBytes(columns.length);
  for (const posting of postings.ofVariants(color, size)) posting.spread(stock);
  const least = inStock ? VARIANT_STOCK.some : VARIANT_STOCK.none;
  return (row) => (stock[row] ?? 0) >= least;
}
