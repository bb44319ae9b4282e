/** Below 0 when row `a` comes first. No two rows are equal. */
export type Compare = (a: number, b: number) => number;

/**
 * Rows in a list's sort order. The next read merges additions and removals in one pass over the rows, so a change needs no full
 * sort.
 */
export class RowOrder {
  private sorted: Uint32Array;
  private length = 0;
  private added: number[] = [];
  private removed = new Set<number>();

  constructor(
    private readonly compare: Compare,
    rows: Uint32Array,
  ) {
    this.sorted = rows.sort(compare);
    this.length = rows.length;
  }

  add(row: number): void {
    this.added.push(row);
  }

  /** The row's place must be as when it was added. */
  remove(row: number): void {
    this.removed.add(row);
  }

  /** Lets `change` change what decides the place of one row. */
  move(row: number, change: () => void): void {
    this.merge();
    const from = this.placeOf(row);
    if (this.sorted[from] !== row) return change();
    this.sorted.copyWithin(from, from + 1, this.length--);
    change();
    const to = this.placeOf(row);
    this.sorted.copyWithin(to + 1, to, this.length++);
    this.sorted[to] = row;
  }

  /** All rows, the first one first. */
  rows(): Uint32Array {
    this.merge();
    return this.sorted.subarray(0, this.length);
  }

  /** Gives the rows new numbers; those below 0 are gone. */
  renumber(numbers: Int32Array): void {
    this.merge();
    let count = 0;
    for (let place = 0; place < this.length; place++) {
      const row = numbers[this.sorted[place] ?? 0] ?? -1;
      if (row >= 0) this.sorted[count++] = row;
    }
    this.length = count;
  }

  get bytes(): number {
    return this.sorted.byteLength;
  }

  private merge(): void {
    if (this.added.length === 0 && this.removed.size === 0) return;
    const added = this.added.filter((row) => !this.removed.has(row)).sort(this.compare);
    const gone = [...this.removed].map((row) => ({ row, at: this.placeOf(row) }));
    const holes = gone.filter(({ row, at }) => this.sorted[at] === row && at < this.length).map(({ at }) => at);
    const ends = added.map((row) => this.placeOf(row));
    const length = this.length + added.length - holes.length;
    const merged = new Uint32Array(length + (length >> 4) + 16);
    holes.sort((a, b) => a - b);
    let [from, to, hole, next] = [0, 0, 0, 0];
    const copy = (until: number) => {
      merged.set(this.sorted.subarray(from, until), to);
      to += until - from;
      from = until;
    };
    while (hole < holes.length || next < added.length) {
      const [skipped = Infinity, end = Infinity] = [holes[hole], ends[next]];
      copy(Math.min(skipped, end));
      if (end <= skipped) merged[to++] = added[next++] ?? 0;
      else {
        from++;
        hole++;
      }
    }
    copy(this.length);
    [this.sorted, this.length, this.added, this.removed] = [merged, length, [], new Set()];
  }

  /** Where a row is, or would be. */
  private placeOf(row: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.compare(this.sorted[middle] ?? 0, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
