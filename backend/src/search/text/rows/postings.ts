import { RankedBitmap } from './ranked-bitmap.js';

const FIRST_ROOM = 4;

/** The rows that have a key, in rising order, each with a byte that says how. */
export class Posting {
  length = 0;
  private rows = new Uint32Array(FIRST_ROOM);
  private hows = new Uint8Array(FIRST_ROOM);
  private places: RankedBitmap | null | undefined;

  /** @param row higher than all previous rows */
  push(row: number, how: number): void {
    if (this.length === this.rows.length) this.grow(Math.ceil(this.length * 1.5));
    this.rows[this.length] = row;
    this.hows[this.length] = how;
    this.places?.push(row, this.length);
    this.length += 1;
  }

  /** The rows. */
  get all(): Uint32Array {
    return this.rows.subarray(0, this.length);
  }

  /** The byte of each row in `all`. */
  get ways(): Uint8Array {
    return this.hows.subarray(0, this.length);
  }

  /** Where each row stands in `all`, made on first use; null if they are few or sparse. Decided anew when the arrays are resized. */
  get dense(): RankedBitmap | null {
    if (this.places === undefined) this.places = RankedBitmap.of(this.all);
    return this.places;
  }

  /** The row's byte; 0 if it does not have the key. */
  at(row: number): number {
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const there = this.rows[middle] ?? 0;
      if (there === row) return this.hows[middle] ?? 0;
      if (there < row) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }

  /** Whether some row satisfies the predicate. */
  some(isSo: (row: number) => boolean): boolean {
    for (let place = 0; place < this.length; place++) if (isSo(this.rows[place] ?? 0)) return true;
    return false;
  }

  /** Writes each row's byte into `into`, keeping the higher value. */
  spread(into: Uint8Array): void {
    for (let place = 0; place < this.length; place++) {
      const row = this.rows[place] ?? 0;
      const how = this.hows[place] ?? 0;
      if (how > (into[row] ?? 0)) into[row] = how;
    }
  }

  /** Gives the rows new numbers and removes those without one. */
  renumber(numbers: Int32Array): void {
    const old = this.length;
    this.length = 0;
    for (let place = 0; place < old; place++) {
      const row = numbers[this.rows[place] ?? 0] ?? -1;
      if (row < 0) continue;
      this.rows[this.length] = row;
      this.hows[this.length] = this.hows[place] ?? 0;
      this.length += 1;
    }
    this.places = undefined;
    if (this.length * 4 < this.rows.length) this.grow(Math.max(FIRST_ROOM, this.length));
  }

  get bytes(): number {
    return this.rows.byteLength + this.hows.byteLength + (this.places?.bytes ?? 0) + 120;
  }

  /** Its contents, for `Posting.of`. */
  dump(): PostingDump {
    return { rows: this.all.slice(), hows: this.ways.slice() };
  }

  static of({ rows, hows }: PostingDump): Posting {
    const posting = new Posting();
    [posting.rows, posting.hows, posting.length] = [rows, hows, rows.length];
    return posting;
  }

  private grow(room: number): void {
    const [rows, hows] = [new Uint32Array(room), new Uint8Array(room)];
    rows.set(this.rows.subarray(0, this.length));
    hows.set(this.hows.subarray(0, this.length));
    [this.rows, this.hows] = [rows, hows];
    // It may be dense now, or no longer.
    this.places = undefined;
  }
}

/** A posting as saved. */
export interface PostingDump {
  rows: Uint32Array<ArrayBuffer>;
  hows: Uint8Array<ArrayBuffer>;
}

/** How many rows of postings are saved in one piece: some megabytes. */
const PIECE = 1_000_000;

/** Postings by key. */
export class Postings<Key> {
  private readonly all = new Map<Key, Posting>();

  push(key: Key, row: number, how: number): void {
    const there = this.all.get(key);
    if (there) return there.push(row, how);
    const posting = new Posting();
    posting.push(row, how);
    this.all.set(key, posting);
  }

  get(key: Key): Posting | undefined {
    return this.all.get(key);
  }

  /** The postings of all keys but these. */
  without(keys: readonly Key[]): Posting[] {
    return [...this.all].flatMap(([key, posting]) => (keys.includes(key) ? [] : [posting]));
  }

  /** Its contents in pieces, for `restore`. */
  *dump(): Generator<[Key, PostingDump][]> {
    let piece: [Key, PostingDump][] = [];
    let rows = 0;
    for (const [key, posting] of this.all) {
      piece.push([key, posting.dump()]);
      rows += posting.length;
      if (rows < PIECE) continue;
      yield piece;
      [piece, rows] = [[], 0];
    }
    yield piece;
  }

  /** Adds a piece. */
  restore(piece: readonly [Key, PostingDump][]): void {
    for (const [key, dump] of piece) this.all.set(key, Posting.of(dump));
  }

  clear(): void {
    this.all.clear();
  }

  renumber(numbers: Int32Array): void {
    for (const [key, posting] of this.all) {
      posting.renumber(numbers);
      if (posting.length === 0) this.all.delete(key);
    }
  }

  /** The number of rows of each key that satisfies the predicate. */
  counts(isAsked: (key: Key) => boolean): Map<Key, number> {
    return new Map([...this.all].flatMap(([key, { length }]) => (isAsked(key) ? [[key, length]] : [])));
  }

  get bytes(): number {
    let sum = 0;
    for (const posting of this.all.values()) sum += posting.bytes + 60;
    return sum;
  }
}
