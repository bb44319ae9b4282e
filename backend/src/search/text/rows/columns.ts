/** The numeric values of a product. */
export interface ColumnValues {
  ids: number;
  prices: number;
  sold: number;
  genders: number;
  sizes: number;
  /** Numbers of brands, 0 for none. */
  brands: number;
  /** The number of words in the name. */
  lengths: number;
  /** Bits of `ROW_FLAGS`. */
  flags: number;
  /** Numbers of `FacetCells`. */
  cells: number;
  /** Tenths of a star. */
  ratings: number;
  reviews: number;
  /** In milliseconds since 1970. */
  created: number;
  /** A stamp of the product's rows in the database; it changes with them. */
  stamps: number;
}

const INITIAL_CAPACITY = 64;

/** The numeric columns of the index, a row for each product. */
export class Columns implements Record<keyof ColumnValues, ArrayLike<number>> {
  length = 0;
  ids = new Uint32Array(INITIAL_CAPACITY);
  prices = new Float64Array(INITIAL_CAPACITY);
  sold = new Uint32Array(INITIAL_CAPACITY);
  created = new Float64Array(INITIAL_CAPACITY);
  sizes = new Uint32Array(INITIAL_CAPACITY);
  brands = new Uint32Array(INITIAL_CAPACITY);
  cells = new Uint32Array(INITIAL_CAPACITY);
  reviews = new Uint32Array(INITIAL_CAPACITY);
  stamps = new Uint32Array(INITIAL_CAPACITY);
  genders = new Uint8Array(INITIAL_CAPACITY);
  lengths = new Uint8Array(INITIAL_CAPACITY);
  flags = new Uint8Array(INITIAL_CAPACITY);
  ratings = new Uint8Array(INITIAL_CAPACITY);

  /** @returns the number of the new row */
  push(row: ColumnValues): number {
    if (this.length === this.ids.length) this.resize(Math.ceil(this.length * 1.5));
    const at = this.length++;
    for (const name of NAMES) this[name][at] = row[name];
    this.lengths[at] = Math.min(255, row.lengths);
    this.flags[at] = row.flags | ROW_FLAGS.product;
    return at;
  }

  /** Moves rows to their new numbers and removes those without one. New numbers are never higher. */
  renumber(numbers: Int32Array, length: number): void {
    for (let from = 0; from < this.length; from++) {
      const to = numbers[from] ?? -1;
      if (to < 0) continue;
      for (const name of NAMES) this[name][to] = this[name][from] ?? 0;
    }
    this.length = length;
    if (length * 4 < this.ids.length) this.resize(Math.max(INITIAL_CAPACITY, length));
  }

  /** Its contents, for `restore`. */
  dump(): ColumnsDump {
    return Object.fromEntries(NAMES.map((name) => [name, this[name].slice(0, this.length)])) as ColumnsDump;
  }

  restore(dump: ColumnsDump): void {
    Object.assign(this, dump);
    this.length = dump.ids.length;
    this.resize(this.length + INITIAL_CAPACITY);
  }

  get bytes(): number {
    return NAMES.reduce((sum, name) => sum + this[name].byteLength, 0);
  }

  private resize(capacity: number): void {
    for (const name of NAMES) {
      const old = this[name];
      const column = new (old.constructor as new (capacity: number) => typeof old)(capacity);
      column.set(old.subarray(0, this.length));
      (this as Record<keyof ColumnValues, typeof old>)[name] = column;
    }
  }
}

const NAMES = [
  ...(['ids', 'prices', 'sold', 'created', 'sizes', 'brands', 'cells', 'reviews', 'stamps'] as const),
  ...(['genders', 'lengths', 'flags', 'ratings'] as const),
];

/** The numeric columns as saved, without room for more rows. */
export type ColumnsDump = Pick<Columns, (typeof NAMES)[number]>;

/** Flags of a row: whether it holds a product, and what is known of that. */
export const ROW_FLAGS = { product: 1, type: 2, color: 4, material: 8, stock: 16, rareSize: 32 } as const;
