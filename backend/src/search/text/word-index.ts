import type { Sort } from '../../contract/rules.js';
import type { ProductFacts } from '../engines/engine.js';
import { Brands, type NamedBrand } from './query/brands.js';
import { clausesOf } from './query/clauses.js';
import type { IndexedProducts } from './indexed-products.js';
import { Columns, HAS } from './columns.js';
import { Correction } from './query/correction.js';
import { meaningById, numberOf } from './lexicon/lexicon.js';
import { MATERIALS } from './lexicon/styles.js';
import type { Meaning } from './meaning.js';
import { Postings, type Posting } from './postings.js';
import { FacetCells } from './rows/facet-cells.js';
import { LIST_ORDERS, comparing } from './rows/list-orders.js';
import { RowOrder } from './rows/row-order.js';
import { Scratch } from './rows/scratch.js';
import { FIELD, HOW, brandKey, readProduct } from './product-reading.js';
import { best, matchOf, type WordMatch } from './ranking.js';
import { toneLast, type Token } from './tokens.js';
import type { ParsedQuery, WordTerm } from './query/parsed-query.js';

export type { WordMatch } from './ranking.js';
export type { ParsedQuery as Understanding } from './query/parsed-query.js';

/** What lists filter and sort by, beside what queries ask for. */
export interface ListFacts {
  /** Ids, 0 for none. */
  category: number;
  brand: number;
  /** Of its variants. */
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

/** What changes most: how a product sells. */
export interface Moves {
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

/** So many of the rows may be of products that are gone before they are cleared away. */
const MAX_DEAD = 0.25;
const FEW = 500;
/** The words that slips are guessed from are gathered anew when this share of the products has changed. */
const STALE = 0.02;

const materials = new Set(MATERIALS.map(({ id }) => numberOf(meaningById(id))));

/** Finds products by what somebody says of them; all in memory, nothing is asked of a database. */
export class WordIndex implements IndexedProducts {
  readonly columns = new Columns();
  readonly brands = new Brands();
  readonly cells = new FacetCells();
  readonly scratch = new Scratch();
  /** All products in the orders that lists were asked for in. */
  private readonly orders = new Map<Sort, RowOrder>();
  /** By number of the meaning. */
  private readonly meanings = new Postings<number>();
  private readonly words = new Postings<string>();
  /** Words of the descriptions alone. */
  private readonly described = new Postings<string>();
  private readonly toned = new Postings<string>();
  private readonly heights = new Postings<number>();
  /** By ids of colours and of sizes. */
  readonly colorOptions = new Postings<number>();
  readonly sizeOptions = new Postings<number>();
  private readonly spellings = new Map<string, string>();
  private readonly rows = new Map<number, number>();
  private corrected: Correction | null = null;
  private changes = 0;

  /** The row of a product; undefined when it is not in the index. */
  rowOf(id: number): number | undefined {
    return this.rows.get(id);
  }

  get size(): number {
    return this.rows.size;
  }

  get bytes(): number {
    const parts = [this.columns, this.cells, ...this.orders.values(), ...this.postings];
    return parts.reduce((sum, one) => sum + one.bytes, this.rows.size * 40);
  }

  private get postings() {
    const { meanings, words, described, toned, heights, colorOptions, sizeOptions } = this;
    return [meanings, words, described, toned, heights, colorOptions, sizeOptions];
  }

  /**
   * Puts a product in, in the place of what was known of it.
   * @param list for an index that serves lists
   */
  set(id: number, facts: ProductFacts, list: ListFacts = NOT_LISTED): void {
    this.delete(id);
    const product = readProduct(facts);
    const hasMaterial = [...product.meanings.keys()].some((number) => materials.has(number));
    const row = this.columns.push({
      ids: id,
      prices: facts.min_price,
      sold: facts.total_sold,
      genders: product.gender,
      sizes: product.sizes,
      brands: this.brands.add(brandKey(facts.brand), product.gender),
      lengths: product.length,
      flags:
        (product.hasType ? HAS.type : 0) |
        (product.hasColor ? HAS.color : 0) |
        (hasMaterial ? HAS.material : 0) |
        (list.in_stock ? HAS.stock : 0),
      cells: this.cells.add(list.category, list.brand, facts.min_price),
      ratings: Math.round(list.rating * 10),
      reviews: list.reviews,
      created: list.created,
      stamps: list.stamp ?? 0,
    });
    this.rows.set(id, row);
    for (const order of this.orders.values()) order.add(row);
    for (const [number, how] of product.meanings) this.meanings.push(number, row, how);
    for (const [word, fields] of product.words) {
      (fields === FIELD.description ? this.described : this.words).push(word, row, fields);
    }
    for (const word of product.toned) this.toned.push(word, row, 1);
    for (const height of new Set(product.heights)) this.heights.push(height, row, HOW.named);
    for (const color of list.colors) this.colorOptions.push(color, row, 1);
    for (const size of list.sizes) this.sizeOptions.push(size, row, 1);
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
    if (dead > FEW && dead > this.columns.length * MAX_DEAD) this.clear();
  }

  /** Changes a number of a product in its place: nothing is read anew. */
  move(id: number, { sold }: Moves): void {
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

  /** All rows of the shop in an order: kept up from the first call on. */
  order(sort: Sort): Uint32Array {
    let order = this.orders.get(sort);
    if (!order) {
      order = new RowOrder(comparing(this.columns, LIST_ORDERS[sort]), this.living());
      this.orders.set(sort, order);
    }
    return order.rows();
  }

  private living(): Uint32Array {
    const rows = new Uint32Array(this.rows.size);
    let count = 0;
    for (const row of this.rows.values()) rows[count++] = row;
    return rows;
  }

  /** @returns the best first; of those as good, what sells better, then what is older */
  search(query: ParsedQuery, count: number): WordMatch[] {
    this.scratch.begin();
    const found = best(this, clausesOf(query, this, 'all'), query, count);
    return found.length > 0 ? found : this.ofOtherKinds(query, count);
  }

  /** When the shop has nothing of the kind: what fits the other wishes is the nearest there is. */
  private ofOtherKinds(query: ParsedQuery, count: number): WordMatch[] {
    const rest = { ...query, types: query.types.filter(({ not }) => not) };
    if (rest.types.length === query.types.length) return [];
    return best(this, clausesOf(rest, this, 'all'), rest, count).flatMap(({ id }) => this.match(query, id) ?? []);
  }

  /** How one product fits, with a score of 0 when it is no answer; null when it is not in the index or nothing is asked. */
  match(query: ParsedQuery, id: number): WordMatch | null {
    const row = this.rows.get(id);
    const clauses = clausesOf(query, this, 'one');
    return row === undefined || clauses.length === 0 ? null : matchOf(this, clauses, row);
  }

  having(meaning: Meaning): Posting | undefined {
    return this.meanings.get(numberOf(meaning));
  }
  named(word: string): Posting | undefined {
    return this.words.get(word);
  }
  describedBy(word: string): Posting | undefined {
    return this.described.get(word);
  }
  writtenAs(word: string): Posting | undefined {
    return this.toned.get(word);
  }
  highAs(height: number): Posting | undefined {
    return this.heights.get(height);
  }

  /** Whether names have the word with just these tones, more than by a slip. @param word tone last */
  isWritten(word: string): boolean {
    return (this.toned.get(word)?.length ?? 0) > 1;
  }

  hasWord(word: string): boolean {
    return this.words.get(word) !== undefined || this.described.get(word) !== undefined;
  }

  /** How the shop writes a folded word; the word itself when it has none. */
  spelling(word: string): string {
    return this.spellings.get(word) ?? word;
  }

  /** About how many products are named with all these words, just as they are written: as many as have the rarest. */
  namesWith(words: readonly Pick<WordTerm, 'toned' | 'folded'>[]): number {
    return Math.min(...words.map(({ toned, folded }) => this.toned.get(toned ?? folded)?.length ?? 0));
  }

  /** Whether the name of some product has all these words as they are typed. */
  isNamed(tokens: readonly Token[]): boolean {
    const postings = tokens.map(({ typed }) => this.toned.get(toneLast(typed)));
    const [rarest, ...others] = postings.sort((a, b) => (a?.length ?? 0) - (b?.length ?? 0));
    const isAlive = (row: number) => ((this.columns.flags[row] ?? 0) & HAS.life) !== 0;
    return rarest?.some((row) => isAlive(row) && others.every((other) => (other?.at(row) ?? 0) > 0)) ?? false;
  }

  brandAt(tokens: readonly Token[], at: number): NamedBrand | null {
    return this.brands.at(tokens, at);
  }

  /** The correction of misspelt words by the current vocabulary. */
  correction(): Correction {
    if (this.corrected === null || this.changes > this.size * STALE) {
      this.corrected = new Correction(this.words.counts(isWord), this.toned.counts(isWord), (word) =>
        this.hasWord(word),
      );
      this.changes = 0;
    }
    return this.corrected;
  }

  /** Clears away the rows of products that are gone. */
  private clear(): void {
    const numbers = new Int32Array(this.columns.length).fill(-1);
    let next = 0;
    for (let row = 0; row < numbers.length; row++) if ((this.columns.flags[row] ?? 0) & HAS.life) numbers[row] = next++;
    for (const order of this.orders.values()) order.renumber(numbers);
    for (const one of this.postings) one.renumber(numbers);
    this.columns.renumber(numbers, next);
    for (const [id, row] of this.rows) this.rows.set(id, numbers[row] ?? 0);
  }
}

/** Codes of articles are no words that somebody may have meant. */
const isWord = (word: string) => !/\d/.test(word);
