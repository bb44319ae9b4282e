import { RankedBitmap } from './ranked-bitmap.js';

const INITIAL_CAPACITY = 4;

/**
 * A posting list: the rows that have a key, in rising order, each with a payload of one byte. It says how the row has the key:
 * the fields of a word (`FIELD_BITS`), the certainty of a meaning (`CERTAINTY`), or just 1.
 */
export class PostingList {
  length = 0;
  private rowBuffer = new Uint32Array(INITIAL_CAPACITY);
  private payloadBuffer = new Uint8Array(INITIAL_CAPACITY);
  private cachedBitmap: RankedBitmap | null | undefined;

  /** @param row higher than all previous rows */
  push(row: number, payload: number): void {
    if (this.length === this.rowBuffer.length) this.grow(Math.ceil(this.length * 1.5));
    this.rowBuffer[this.length] = row;
    this.payloadBuffer[this.length] = payload;
    this.cachedBitmap?.push(row, this.length);
    this.length += 1;
  }

  /** The rows. */
  get rows(): Uint32Array {
    return this.rowBuffer.subarray(0, this.length);
  }

  /** The payload of each row in `all`. */
  get payloads(): Uint8Array {
    return this.payloadBuffer.subarray(0, this.length);
  }

  /** Where each row stands in `all`, made on first use; null if they are few or sparse. Decided anew when the arrays are resized. */
  get bitmap(): RankedBitmap | null {
    if (this.cachedBitmap === undefined) this.cachedBitmap = RankedBitmap.of(this.rows);
    return this.cachedBitmap;
  }

  /** The row's payload; 0 if it does not have the key. */
  payloadOf(row: number): number {
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const there = this.rowBuffer[middle] ?? 0;
      if (there === row) return this.payloadBuffer[middle] ?? 0;
      if (there < row) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }

  /** Whether some row satisfies the predicate. */
  some(predicate: (row: number) => boolean): boolean {
    for (let place = 0; place < this.length; place++) if (predicate(this.rowBuffer[place] ?? 0)) return true;
    return false;
  }

  /** Writes each row's payload into `into`, keeping the higher value. */
  spread(into: Uint8Array): void {
    for (let place = 0; place < this.length; place++) {
      const row = this.rowBuffer[place] ?? 0;
      const payload = this.payloadBuffer[place] ?? 0;
      if (payload > (into[row] ?? 0)) into[row] = payload;
    }
  }

  /** Gives the rows new numbers and removes those without one. */
  renumber(numbers: Int32Array): void {
    const old = this.length;
    this.length = 0;
    for (let place = 0; place < old; place++) {
      const row = numbers[this.rowBuffer[place] ?? 0] ?? -1;
      if (row < 0) continue;
      this.rowBuffer[this.length] = row;
      this.payloadBuffer[this.length] = this.payloadBuffer[place] ?? 0;
      this.length += 1;
    }
    this.cachedBitmap = undefined;
    if (this.length * 4 < this.rowBuffer.length) this.grow(Math.max(INITIAL_CAPACITY, this.length));
  }

  get bytes(): number {
    return this.rowBuffer.byteLength + this.payloadBuffer.byteLength + (this.cachedBitmap?.bytes ?? 0) + 120;
  }

  /** Its contents, for `PostingList.of`. */
  dump(): PostingDump {
    return { rows: this.rows.slice(), payloads: this.payloads.slice() };
  }

  static of({ rows, payloads }: PostingDump): PostingList {
    const posting = new PostingList();
    [posting.rowBuffer, posting.payloadBuffer, posting.length] = [rows, payloads, rows.length];
    return posting;
  }

  private grow(capacity: number): void {
    const [rows, payloads] = [new Uint32Array(capacity), new Uint8Array(capacity)];
    rows.set(this.rowBuffer.subarray(0, this.length));
    payloads.set(this.payloadBuffer.subarray(0, this.length));
    [this.rowBuffer, this.payloadBuffer] = [rows, payloads];
    // It may be dense now, or no longer.
    this.cachedBitmap = undefined;
  }
}

/** A posting as saved. */
export interface PostingDump {
  rows: Uint32Array<ArrayBuffer>;
  payloads: Uint8Array<ArrayBuffer>;
}

/** The minimum number of rows of postings in a piece of a saved index: at five bytes each, some megabytes. */
const PIECE_ROWS = 1_000_000;

/** An inverted index: posting lists by key. */
export class InvertedIndex<Key> {
  private readonly byKey = new Map<Key, PostingList>();

  push(key: Key, row: number, payload: number): void {
    const there = this.byKey.get(key);
    if (there) return there.push(row, payload);
    const posting = new PostingList();
    posting.push(row, payload);
    this.byKey.set(key, posting);
  }

  get(key: Key): PostingList | undefined {
    return this.byKey.get(key);
  }

  /** The postings of all keys that satisfy the predicate. */
  where(isWanted: (key: Key) => boolean): PostingList[] {
    return [...this.byKey].flatMap(([key, posting]) => (isWanted(key) ? [posting] : []));
  }

  /** Its contents in pieces, for `restore`. */
  *dump(): Generator<[Key, PostingDump][]> {
    let piece: [Key, PostingDump][] = [];
    let rows = 0;
    for (const [key, posting] of this.byKey) {
      piece.push([key, posting.dump()]);
      rows += posting.length;
      if (rows < PIECE_ROWS) continue;
      yield piece;
      [piece, rows] = [[], 0];
    }
    yield piece;
  }

  /** Adds a piece. */
  restore(piece: readonly [Key, PostingDump][]): void {
    for (const [key, dump] of piece) this.byKey.set(key, PostingList.of(dump));
  }

  clear(): void {
    this.byKey.clear();
  }

  renumber(numbers: Int32Array): void {
    for (const [key, posting] of this.byKey) {
      posting.renumber(numbers);
      if (posting.length === 0) this.byKey.delete(key);
    }
  }

  /** The number of rows of each key that satisfies the predicate. */
  counts(isCounted: (key: Key) => boolean): Map<Key, number> {
    return new Map([...this.byKey].flatMap(([key, { length }]) => (isCounted(key) ? [[key, length]] : [])));
  }

  get bytes(): number {
    let sum = 0;
    for (const posting of this.byKey.values()) sum += posting.bytes + 60;
    return sum;
  }
}
