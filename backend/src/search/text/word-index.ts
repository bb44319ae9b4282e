import type { Sort } from '../../contract/rules.js';
import type { ProductFacts } from './product-facts.js';
import { Brands, type NamedBrand } from './query/brands.js';
import { clausesOf } from './query/clauses/clauses.js';
import type { IndexedProducts } from './indexed-products.js';
import { Columns, ROW_FLAGS, type ColumnsDump } from './rows/columns.js';
import { SpellingCorrector } from './spelling/spelling-corrector.js';
import { NameWords, type NamesDump } from './rows/name-words.js';
import { FacetCells, type CellsDump } from './rows/facet-cells.js';
import { LIST_ORDERS, comparing } from './rows/list-orders.js';
import { RowOrder } from './rows/row-order.js';
import { someInAll } from './rows/row-sets.js';
import { ProductPostings, type PostingsPiece } from './rows/product-postings.js';
import { Scratch } from './rows/scratch.js';
import { brandKey, readProduct } from './product-reading.js';
import { bestMatches, matchOf, type WordMatch } from './ranking.js';
import { toneLast, type Token } from './tokens.js';
import type { ParsedQuery } from './query/parsed-query.js';

export type { WordMatch } from './ranking.js';
export type { ParsedQuery as Understanding } from './query/parsed-query.js';

/** The facts that lists filter and sort by, besides those that queries match. */
export interface ListFacts {
  /** Ids, 0 for none. */
  category: number;
  brand: number;
  /** The ids of its variants' colours and sizes. */
  colors: readonly number[];
  sizes: readonly number[];
  in_stock: boolean;
  /** Stars, with one decimal. */
  rating: number;
  reviews: number;
  /** In milliseconds since 1970. */
  created: number;
  /** See `Columns`. */
  stamp?: number;
}

/** The facts that change most often. */
export interface SalesFacts {
  sold?: number;
}

const NOT_LISTED: ListFacts = {
  category: 0,
  brand: 0,
  colors: [],
  sizes: [],
  in_stock: false,
  rating: 0,
  reviews: 0,
  created: 0,
};

/** A piece of an index as saved. */
export type IndexPiece =
  | { columns: ColumnsDump; brands: ReturnType<Brands['dump']>; cells: CellsDump }
  | { names: NamesDump; spellings: [string, string][] }
  | PostingsPiece;

/** The share of rows of removed products from which they are cleared. */
const MAX_DEAD = 0.25;
const FEW = 500;
/** The spelling vocabulary is rebuilt when this share of the products has changed. */
const STALE = 0.02;

/** The in-memory index that finds products by queries, without the database. */
export class WordIndex implements IndexedProducts {
  readonly columns = new Columns();
  readonly brands = new Brands();
  readonly cells = new FacetCells();
  readonly scratch = new Scratch();
  readonly names = new NameWords();
  readonly postings = new ProductPostings();
  /** All products in each sort order that was requested. */
  private readonly orders = new Map<Sort, RowOrder>();
  private readonly spellings = new Map<string, string>();
  private readonly rows = new Map<number, number>();
  private corrector: SpellingCorrector | null = null;
  private changes = 0;

  /** The row of a product; undefined if it is not in the index. */
  rowOf(id: number): number | undefined {
    return this.rows.get(id);
  }

  get size(): number {
    return this.rows.size;
  }

  get bytes(): number {
    const parts = [this.columns, this.cells, this.names, this.postings, ...this.orders.values()];
    return parts.reduce((sum, one) => sum + one.bytes, this.rows.size * 40);
  }

  /**
   * Adds or replaces a product.
   * @param list for an index that serves lists
   */
  set(id: number, facts: ProductFacts, list: ListFacts = NOT_LISTED): void {
    this.delete(id);
    const product = readProduct(facts);
    const row = this.columns.push({
      ids: id,
      prices: facts.min_price,
      sold: facts.total_sold,
      genders: product.gender,
      sizes: product.sizes,
      brands: this.brands.add(brandKey(facts.brand), product.gender),
      lengths: product.name.length,
      flags:
        (product.hasType ? ROW_FLAGS.type : 0) |
        (product.hasColor ? ROW_FLAGS.color : 0) |
        (product.hasMaterial ? ROW_FLAGS.material : 0) |
        (product.rareSizes.length > 0 ? ROW_FLAGS.rareSize : 0) |
        (list.in_stock ? ROW_FLAGS.stock : 0),
      cells: this.cells.add(list.category, list.brand, facts.min_price),
      ratings: Math.round(list.rating * 10),
      reviews: list.reviews,
      created: list.created,
      stamps: list.stamp ?? 0,
    });
    this.rows.set(id, row);
    this.names.push(product.name);
    for (const order of this.orders.values()) order.add(row);
    this.postings.push(row, product, list);
    for (const [folded, typed] of product.spellings) this.spellings.set(folded, typed);
    this.changes += 1;
  }

  delete(id: number): void {
    const row = this.rows.get(id);
    if (row === undefined) return;
    this.rows.delete(id);
    this.columns.flags[row] = 0;
    this.cells.remove(this.columns.cells[row] ?? 0);
    for (const order of this.orders.values()) order.remove(row);
    this.brands.remove(this.columns.brands[row] ?? 0, this.columns.genders[row] ?? 0);
    this.changes += 1;
    const dead = this.columns.length - this.rows.size;
    if (dead > FEW && dead > this.columns.length * MAX_DEAD) this.compact();
  }

  /** Updates a product's number in place, without indexing its texts again. */
  move(id: number, { sold }: SalesFacts): void {
    const row = this.rows.get(id);
    if (row === undefined || sold === undefined) return;
    const change = () => {
      this.columns.sold[row] = sold;
    };
    const order = this.orders.get('sold-desc');
    if (order) order.move(row, change);
    else change();
  }

  /** The stamp of a product; undefined when it is not in the index. */
  stampOf(id: number): number | undefined {
    const row = this.rows.get(id);
    return row === undefined ? undefined : this.columns.stamps[row];
  }

  get ids(): IterableIterator<number> {
    return this.rows.keys();
  }

  /** All rows in a sort order, which is maintained from the first call on. */
  order(sort: Sort): Uint32Array {
    let order = this.orders.get(sort);
    if (!order) {
      order = new RowOrder(comparing(this.columns, LIST_ORDERS[sort]), this.liveRows());
      this.orders.set(sort, order);
    }
    return order.rows();
  }

  private liveRows(): Uint32Array {
    const rows = new Uint32Array(this.rows.size);
    let count = 0;
    for (const row of this.rows.values()) rows[count++] = row;
    return rows;
  }

  /** @returns the best matches first; ties are broken by sales, then by the lower id */
  search(query: ParsedQuery, count: number): WordMatch[] {
    this.scratch.begin();
    const matches = bestMatches(this, clausesOf(query, this, 'all'), query, count);
    return matches.length > 0 ? matches : this.ofOtherKinds(query, count);
  }

  /** If the shop has nothing of the type, returns products that match the other criteria. */
  private ofOtherKinds(query: ParsedQuery, count: number): WordMatch[] {
    const rest = { ...query, types: query.types.filter(({ not }) => not) };
    if (rest.types.length === query.types.length) return [];
    return bestMatches(this, clausesOf(rest, this, 'all'), rest, count).flatMap(({ id }) => this.match(query, id) ?? []);
  }

  /** The match of one product, with score 0 if it does not fit; null if it is not indexed or the query is empty. */
  match(query: ParsedQuery, id: number): WordMatch | null {
    const row = this.rows.get(id);
    const clauses = clausesOf(query, this, 'one');
    return row === undefined || clauses.length === 0 ? null : matchOf(this, clauses, row);
  }

  /** The shop's spelling of a folded word; the word itself if there is none. */
  spelling(word: string): string {
    return this.spellings.get(word) ?? word;
  }

  /** Whether a product's name has all these words as typed. */
  isNameOf(tokens: readonly Token[]): boolean {
    const postings = tokens.map(({ typed }) => this.postings.ofTonedWord(toneLast(typed)));
    return someInAll(postings, (row) => ((this.columns.flags[row] ?? 0) & ROW_FLAGS.product) !== 0);
  }

  brandAt(tokens: readonly Token[], at: number): NamedBrand | null {
    return this.brands.longestMatchAt(tokens, at);
  }

  /** Corrects misspelt words by the current vocabulary. */
  spellingCorrector(): SpellingCorrector {
    if (this.corrector === null || this.changes > this.size * STALE) {
      const { folded, toned } = this.postings.vocabulary();
      this.corrector = new SpellingCorrector(folded, toned, (word) => this.postings.hasWord(word));
      this.changes = 0;
    }
    return this.corrector;
  }

  /** Its contents in pieces of some megabytes, for `restore`. */
  *dump(): Generator<IndexPiece> {
    yield { columns: this.columns.dump(), brands: this.brands.dump(), cells: this.cells.dump() };
    yield { names: this.names.dump(), spellings: [...this.spellings] };
    yield* this.postings.dump();
  }

  /** Makes it empty. */
  reset(): void {
    for (const piece of new WordIndex().dump()) this.restore(piece);
    this.postings.clear();
  }

  /** Adds a piece of what another index, which was empty before its first product, has dumped. */
  restore(piece: IndexPiece): void {
    if ('postings' in piece) {
      this.postings.restore(piece);
    } else if ('names' in piece) {
      this.names.restore(piece.names);
      this.spellings.clear();
      for (const [folded, typed] of piece.spellings) this.spellings.set(folded, typed);
    } else {
      this.columns.restore(piece.columns);
      this.brands.restore(piece.brands);
      this.cells.restore(piece.cells);
      this.orders.clear();
      this.corrector = null;
      this.rows.clear();
      const { ids, flags, length } = this.columns;
      for (let row = 0; row < length; row++)
        if ((flags[row] ?? 0) & ROW_FLAGS.product) this.rows.set(ids[row] ?? 0, row);
    }
  }

  /** Clears the rows of removed products. */
  private compact(): void {
    const numbers = new Int32Array(this.columns.length).fill(-1);
    let next = 0;
    for (let row = 0; row < numbers.length; row++)
      if ((this.columns.flags[row] ?? 0) & ROW_FLAGS.product) numbers[row] = next++;
    for (const order of this.orders.values()) order.renumber(numbers);
    this.postings.renumber(numbers);
    this.names.renumber(numbers);
    this.columns.renumber(numbers, next);
    for (const [id, row] of this.rows) this.rows.set(id, numbers[row] ?? 0);
  }
}
