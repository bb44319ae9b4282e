import type { RankedBitmap } from './ranked-bitmap.js';
import type { PostingList } from './postings.js';
import type { Scratch } from './scratch.js';

/** Row numbers in rising order. */
export type Rows = Uint32Array;

export const NO_ROWS: Rows = new Uint32Array(0);

/** The rows that are in one of two sets or in both. */
export function union(a: Rows, b: Rows, scratch: Scratch): Rows {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const into = scratch.rows(a.length + b.length);
  let [atA, atB, count] = [0, 0, 0];
  while (atA < a.length && atB < b.length) {
    const [rowA, rowB] = [a[atA] ?? 0, b[atB] ?? 0];
    into[count++] = rowA < rowB ? rowA : rowB;
    if (rowA <= rowB) atA++;
    if (rowB <= rowA) atB++;
  }
  if (atA < a.length) into.set(a.subarray(atA), count);
  else into.set(b.subarray(atB), count);
  return into.subarray(0, count + a.length - atA + b.length - atB);
}

/** A set of rows. */
export type RowSet = Pick<PostingList, 'rows' | 'bitmap'>;

/** The rows that are in any of these sets. Merging large sets costs more than looking rows up in each. */
export type RowUnion = readonly RowSet[];

/** The rows of any of the postings; those of undefined are none. */
export const unionOf = (postings: readonly (PostingList | undefined)[]): RowUnion =>
  [...new Set(postings)].filter((posting) => posting !== undefined);

/** The rows of a union as one set. */
export const mergeUnion = (sets: RowUnion, scratch: Scratch): Rows =>
  sets.toSorted(byLength).reduce<Rows>((rows, set) => union(rows, set.rows, scratch), NO_ROWS);

/** The rows that are in all of the unions, of which there must be one. Reads only the smallest whole. */
export function intersectUnions(unions: readonly RowUnion[], scratch: Scratch): Rows {
  const [smallest = [], ...others] = unions.toSorted(bySize);
  return keepCommon(mergeUnion(smallest, scratch), smallest, others, scratch);
}

/**
 * The rows that are in all `required` unions and miss at most `misses` of the `optional` ones, of which there must be more.
 * Such a row is in one of the `misses + 1` smallest optional ones, so only these are read whole (the T-occurrence problem:
 * Li, Lu and Lu 2008, "Efficient merging and filtering algorithms for approximate string searches").
 */
export function intersectWithMisses(
  required: readonly RowUnion[],
  optional: readonly RowUnion[],
  misses: number,
  scratch: Scratch,
): Rows {
  if (misses === 0) return intersectUnions([...required, ...optional], scratch);
  const sorted = optional.toSorted(bySize);
  const seeds = sorted.slice(0, misses + 1).flat();
  const [smallest] = required.toSorted(bySize);
  const isSmaller = smallest && sizeOf(smallest) < sizeOf(seeds);
  const first = isSmaller ? smallest : seeds;
  const rows = keepCommon(mergeUnion(first, scratch), first, required, scratch);
  const cursors = sorted.map(cursorsOf);
  let count = 0;
  for (const row of rows) {
    let missed = 0;
    for (let nth = 0; nth < cursors.length && missed <= misses; nth++) if (!isIn(cursors[nth]!, row)) missed++;
    if (missed <= misses) rows[count++] = row;
  }
  return rows.subarray(0, count);
}

/** Those of the rows, which are in `first`, that are also in all others. */
function keepCommon(rows: Rows, first: RowUnion, others: readonly RowUnion[], scratch: Scratch): Rows {
  const into = scratch.rows(rows.length);
  let from = rows;
  for (const sets of others) {
    if (first.every((set) => sets.includes(set))) continue;
    const cursors = cursorsOf(sets);
    let count = 0;
    for (const row of from) if (isIn(cursors, row)) into[count++] = row;
    from = into.subarray(0, count);
  }
  if (from === rows) into.set(rows);
  return from === rows ? into : from;
}

const sizeOf = (sets: RowUnion) => sets.reduce((sum, { rows }) => sum + rows.length, 0);
const byLength = (a: RowSet, b: RowSet) => a.rows.length - b.rows.length;
const bySize = (a: RowUnion, b: RowUnion) => sizeOf(a) - sizeOf(b);

/** A place in a set, for rows that are looked up in rising order. */
interface Cursor {
  rows: Rows;
  bitmap: RankedBitmap | null;
  at: number;
}

/** The largest set first: it is the likeliest to have a row. */
const cursorsOf = (sets: RowUnion): Cursor[] =>
  sets.toSorted((a, b) => byLength(b, a)).map(({ rows, bitmap }) => ({ rows, bitmap, at: 0 }));

function isIn(cursors: readonly Cursor[], row: number): boolean {
  for (const cursor of cursors) {
    const { rows, bitmap } = cursor;
    if (bitmap) {
      if (bitmap.has(row)) return true;
      continue;
    }
    cursor.at = gallopTo(rows, row, cursor.at);
    if (rows[cursor.at] === row) return true;
  }
  return false;
}

/** Rows, each with bits. */
export interface RowsWithBits {
  rows: Rows;
  bits: Uint8Array;
}

/** The rows in all postings that share at least one bit of `mask` in all of them, with these bits. */
export function intersectPostings(
  postings: readonly (PostingList | undefined)[],
  mask: number,
  scratch: Scratch,
): RowsWithBits {
  const present = postings.filter((posting) => posting !== undefined).sort(byLength);
  const [rarest] = present;
  if (!rarest || present.length < postings.length) return { rows: NO_ROWS, bits: new Uint8Array(0) };
  const shared = scratch.rows(rarest.length);
  const bits = scratch.bytes(rarest.length);
  const { rows, payloads, length } = rarest;
  const others = present.slice(1).map(payloadReader);
  let count = 0;
  for (let place = 0; place < length; place++) {
    const row = rows[place] ?? 0;
    let common = mask & (payloads[place] ?? 0);
    for (let nth = 0; nth < others.length && common; nth++) common &= others[nth]!(row);
    if (!common) continue;
    shared[count] = row;
    bits[count++] = common;
  }
  return { rows: shared.subarray(0, count), bits };
}

/** Reads the payloads of a posting for rows in rising order, 0 for a row that it does not have. */
export function payloadReader({ rows, payloads, bitmap }: PostingList): (row: number) => number {
  if (bitmap) {
    return (row) => {
      const place = bitmap.rankOf(row);
      return place < 0 ? 0 : (payloads[place] ?? 0);
    };
  }
  // Each call goes on where the one before ended.
  let at = 0;
  return (row) => {
    at = gallopTo(rows, row, at);
    return rows[at] === row ? (payloads[at] ?? 0) : 0;
  };
}

/** Whether some row that is in all postings satisfies the predicate. Stops at the first. */
export function hasCommonRow(
  postings: readonly (PostingList | undefined)[],
  predicate: (row: number) => boolean,
): boolean {
  const present = postings.filter((posting) => posting !== undefined).sort(byLength);
  const [rarest, ...others] = present;
  if (!rarest || present.length < postings.length) return false;
  const cursors = others.map((posting) => cursorsOf([posting]));
  for (const row of rarest.rows) {
    let nth = 0;
    while (nth < cursors.length && isIn(cursors[nth]!, row)) nth++;
    if (nth === cursors.length && predicate(row)) return true;
  }
  return false;
}

/**
 * The place of the first row that is not below `row`, at `from` or after it. An exponential search (Bentley and Yao 1976): in steps
 * that double, then a binary search between the last two. It is fast where the next row is near.
 */
function gallopTo(rows: Rows, row: number, from: number): number {
  let step = 1;
  let low = from;
  while (low + step < rows.length && (rows[low + step] ?? 0) < row) {
    low += step;
    step *= 2;
  }
  let high = Math.min(rows.length, low + step);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
