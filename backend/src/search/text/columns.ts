/** The numeric columns of the index, a row for each product. */
export class Columns {
  length = 0;
  ids = new Float64Array(64);
  prices = new Float64Array(64);
  sold = new Float64Array(64);
  genders = new Uint8Array(64);
  sizes = new Uint32Array(64);
  /** Numbers of brands, 0 for none. */
  brands = new Uint32Array(64);
  /** How many words the names have. */
  lengths = new Uint8Array(64);
  /** Bits of `HAS`. */
  flags = new Uint8Array(64);

  push(row: {
    id: number;
    price: number;
    sold: number;
    gender: number;
    sizes: number;
    brand: number;
    length: number;
    flags: number;
  }): number {
    if (this.length === this.ids.length) this.resize(this.length * 2);
    const at = this.length++;
    this.ids[at] = row.id;
    this.prices[at] = row.price;
    this.sold[at] = row.sold;
    this.genders[at] = row.gender;
    this.sizes[at] = row.sizes;
    this.brands[at] = row.brand;
    this.lengths[at] = Math.min(255, row.length);
    this.flags[at] = row.flags | HAS.life;
    return at;
  }

  /** Moves the rows to their new numbers, or takes them out where there is none; numbers only fall. */
  renumber(numbers: Int32Array, length: number): void {
    for (let from = 0; from < this.length; from++) {
      const to = numbers[from] ?? -1;
      if (to < 0) continue;
      for (const column of this.all) column[to] = column[from] ?? 0;
    }
    this.length = length;
    if (length * 4 < this.ids.length) this.resize(Math.max(64, length));
  }

  get bytes(): number {
    return this.all.reduce((sum, column) => sum + column.byteLength, 0);
  }

  private get all() {
    return [this.ids, this.prices, this.sold, this.genders, this.sizes, this.brands, this.lengths, this.flags];
  }

  private resize(room: number): void {
    const resized = <Column extends Float64Array | Uint32Array | Uint8Array>(old: Column, column: Column): Column => {
      column.set(old.subarray(0, this.length));
      return column;
    };
    this.ids = resized(this.ids, new Float64Array(room));
    this.prices = resized(this.prices, new Float64Array(room));
    this.sold = resized(this.sold, new Float64Array(room));
    this.genders = resized(this.genders, new Uint8Array(room));
    this.sizes = resized(this.sizes, new Uint32Array(room));
    this.brands = resized(this.brands, new Uint32Array(room));
    this.lengths = resized(this.lengths, new Uint8Array(room));
    this.flags = resized(this.flags, new Uint8Array(room));
  }
}

/** Flags for the known facts of a product. */
export const HAS = { life: 1, type: 2, color: 4, material: 8 } as const;
