import type { Sort } from '../../../contract/rules.js';
import type { ProductFacts } from '../products/product-facts.js';
import type { IndexedProducts } from './indexed-products.js';
import { brandKey, readProduct, type ProductReading } from '../products/product-reading.js';
import { Brands } from './brands.js';
import { Columns, ROW_FLAGS, type ColumnsDump } from './columns.js';
import { FacetCells, type CellsDump } from './facet-cells.js';
import { NOT_LISTED, type ListFacts, type SalesFacts } from './list-facts.js';
import { LIST_ORDERS, compareBy } from './list-orders.js';
import { NameWords, type NamesDump } from './name-words.js';
import { ProductPostings, type PostingsPiece } from './product-postings.js';
import { RowOrder } from './row-order.js';
import { Scratch } from './scratch.js';

/** A piece of an index as saved. */
export type IndexPiece =
  | { columns: ColumnsDump; brands: ReturnType<Brands['dump']>; cells: CellsDump }
  | { names: NamesDump; spellings: [string, string][] }
  | PostingsPiece;

/** The rows are compacted when more than this share of them and more than this number are of removed products. */
const MAX_DEAD_SHARE = 0.25;
const MAX_DEAD_ROWS = 500;

/** The products in memory, a row for each: their columns, postings, facet cells and sort orders. */
export class ProductRows implements IndexedProducts {
  readonly columns = new Columns();
  readonly brands = new Brands();
  readonly cells = new FacetCells();
  readonly scratch = new Scratch();
  readonly names = new NameWords();
  readonly postings = new ProductPostings();
  /** How many products were added or removed since the spelling corrector was made. */
  protected changes = 0;
  /** By product id. */
  protected readonly rowById = new Map<number, number>();
  /** The shop's spellings of folded words. */
  protected readonly spellings = new Map<string, string>();
  /** All products in each sort order that was requested. */
  private readonly orders = new Map<Sort, RowOrder>();

  /** The row of a product; undefined if it is not in the index. */
  rowOf(id: number): number | undefined {
    return this.rowById.get(id);
  }

  get size(): number {
    return this.rowById.size;
  }

  get ids(): IterableIterator<number> {
    return this.rowById.keys();
  }

  get bytes(): number {
    const parts = [this.columns, this.cells, this.names, this.postings, ...this.orders.values()];
    return parts.reduce((sum, one) => sum + one.bytes, this.rowById.size * 40);
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
      flags: flagsOf(product, list),
      cells: this.cells.add(list.category, list.brand, facts.min_price),
      ratings: Math.round(list.rating * 10),
      reviews: list.reviews,
      created: list.created,
      stamps: list.stamp ?? 0,
    });
    this.rowById.set(id, row);
    this.names.push(product.name);
    for (const order of this.orders.values()) order.add(row);
    this.postings.push(row, product, list.variants);
    for (const [folded, typed] of product.spellings) this.spellings.set(folded, typed);
    this.changes += 1;
  }

  delete(id: number): void {
    const row = this.rowById.get(id);
    if (row === undefined) return;
    this.rowById.delete(id);
    this.columns.flags[row] = 0;
    this.cells.remove(this.columns.cells[row] ?? 0);
    for (const order of this.orders.values()) order.remove(row);
    this.brands.remove(this.columns.brands[row] ?? 0, this.columns.genders[row] ?? 0);
    this.changes += 1;
    const dead = this.columns.length - this.rowById.size;
    if (dead > MAX_DEAD_ROWS && dead > this.columns.length * MAX_DEAD_SHARE) this.compact();
  }

  /** Updates a product's sales in place, without indexing its texts again. */
  updateSales(id: number, { sold }: SalesFacts): void {
    const row = this.rowById.get(id);
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
    const row = this.rowById.get(id);
    return row === undefined ? undefined : this.columns.stamps[row];
  }

  /** All rows in a sort order, the first one first. The order is maintained from the first call on. */
  sortedRows(sort: Sort): Uint32Array {
    let order = this.orders.get(sort);
    if (!order) {
      order = new RowOrder(compareBy(this.columns, LIST_ORDERS[sort]), Uint32Array.from(this.rowById.values()));
      this.orders.set(sort, order);
    }
    return order.rows();
  }

  /** Whether a row holds a product that was not removed. */
  protected isLive(row: number): boolean {
    return ((this.columns.flags[row] ?? 0) & ROW_FLAGS.product) !== 0;
  }

  /** Its contents in pieces of some megabytes, for `restore`. */
  *dump(): Generator<IndexPiece> {
    yield { columns: this.columns.dump(), brands: this.brands.dump(), cells: this.cells.dump() };
    yield { names: this.names.dump(), spellings: [...this.spellings] };
    yield* this.postings.dump();
  }

  /** Makes it empty. */
  reset(): void {
    for (const piece of new ProductRows().dump()) this.restore(piece);
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
      this.rowById.clear();
      const { ids, length } = this.columns;
      for (let row = 0; row < length; row++) if (this.isLive(row)) this.rowById.set(ids[row] ?? 0, row);
    }
  }

  /** Drops the rows of removed products and renumbers the others. */
  private compact(): void {
    const numbers = new Int32Array(this.columns.length).fill(-1);
    let next = 0;
    for (let row = 0; row < numbers.length; row++) if (this.isLive(row)) numbers[row] = next++;
    for (const order of this.orders.values()) order.renumber(numbers);
    this.postings.renumber(numbers);
    this.names.renumber(numbers);
    this.columns.renumber(numbers, next);
    for (const [id, row] of this.rowById) this.rowById.set(id, numbers[row] ?? 0);
  }
}

const flagsOf = (product: ProductReading, list: ListFacts): number =>
  (product.hasType ? ROW_FLAGS.type : 0) |
  (product.hasColor ? ROW_FLAGS.color : 0) |
  (product.hasMaterial ? ROW_FLAGS.material : 0) |
  (product.rareSizes.length > 0 ? ROW_FLAGS.rareSize : 0) |
  (list.in_stock ? ROW_FLAGS.stock : 0);
