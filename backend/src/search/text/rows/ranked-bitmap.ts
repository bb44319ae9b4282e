/** A set is dense if it has at least one in this many rows of the index: its bitmap then takes about three times its own memory. */
const MAX_ROWS_PER_MEMBER = 64;
/** The minimum number of rows in the set: smaller ones are searched quickly enough. */
const MIN_MEMBERS = 1_000;

/**
 * Where each row stands in a set that holds many of the index's rows: a bitmap with a rank for each of its words (Jacobson
 * 1989, "Space-efficient static trees and graphs"), so a row is looked up in constant time.
 */
export class RankedBitmap {
  /** For each 32 rows their bits, and how many rows of the set come before them; the latter only where there are bits. */
  private words: Uint32Array;

  /** @returns null if a search in the set's rows does as well */
  static of(rows: Uint32Array): RankedBitmap | null {
    const end = (rows.at(-1) ?? 0) + 1;
    return rows.length < MIN_MEMBERS || rows.length * MAX_ROWS_PER_MEMBER < end ? null : new RankedBitmap(rows, end);
  }

  private constructor(rows: Uint32Array, end: number) {
    this.words = new Uint32Array(roomFor(end));
    rows.forEach((row, place) => this.push(row, place));
  }

  /** Adds the next row. @param place how many rows the set had before */
  push(row: number, place: number): void {
    const at = (row >> 5) * 2;
    if (at >= this.words.length) {
      const grown = new Uint32Array(roomFor(row + 1));
      grown.set(this.words);
      this.words = grown;
    }
    if (this.words[at] === 0) this.words[at + 1] = place;
    this.words[at] = (this.words[at] ?? 0) | (1 << (row & 31));
  }

  has(row: number): boolean {
    return (((this.words[(row >> 5) * 2] ?? 0) >>> (row & 31)) & 1) === 1;
  }

  /** The place of a row in the set; below 0 if it is not in it. */
  rankOf(row: number): number {
    const at = (row >> 5) * 2;
    const bits = this.words[at] ?? 0;
    const bit = 1 << (row & 31);
    return bits & bit ? (this.words[at + 1] ?? 0) + ones(bits & (bit - 1)) : -1;
  }

  get bytes(): number {
    return this.words.byteLength;
  }
}

/** The length of an array for these rows, with some room for more. */
const roomFor = (end: number) => 2 * ((end >> 5) + (end >> 9) + 2);

/** How many bits are 1 (Warren, "Hacker's Delight", 5-1). */
function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
