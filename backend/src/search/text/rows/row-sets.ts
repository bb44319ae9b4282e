import type { Posting } from './postings.js';
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

/** The rows in both sets. Searches the larger for each row of the smaller, from the previous match on. */
export function intersection(a: Rows, b: Rows, scratch: Scratch): Rows {
  const [smaller, larger] = a.length <= b.length ? [a, b] : [b, a];
  const into = scratch.rows(smaller.length);
  let count = 0;
  let at = 0;
  for (const row of smaller) {
    at = placeOf(larger, row, at);
    if (at === larger.length) break;
    if (larger[at] === row) into[count++] = row;
  }
  return into.subarray(0, count);
}

/** The rows of any of the postings. */
export function unionOf(postings: readonly (Posting | undefined)[], scratch: Scratch): Rows {
  return [...new Set(postings)].reduce<Rows>(
    (rows, posting) => (posting ? union(rows, posting.all, scratch) : rows),
    NO_ROWS,
  );
}

/** Rows with bits of each. */
export interface Marked {
  rows: Rows;
  bits: Uint8Array;
}

/** The rows in all postings that share at least one bit of `mask` in all of them, with these bits. */
export function common(postings: readonly (Posting | undefined)[], mask: number, scratch: Scratch): Marked {
  const present = postings.filter((posting) => posting !== undefined).sort((a, b) => a.length - b.length);
  const [rarest] = present;
  if (!rarest || present.length < postings.length) return { rows: NO_ROWS, bits: new Uint8Array(0) };
  const rows = scratch.rows(rarest.length);
  const bits = scratch.flags(rarest.length);
  const [first, ...others] = present.map(({ all, ways }) => ({ all, ways, at: 0 }));
  let count = 0;
  for (let nth = 0; nth < rarest.length; nth++) {
    const row = first!.all[nth] ?? 0;
    let shared = mask & (first!.ways[nth] ?? 0);
    for (const other of others) {
      if (!shared) break;
      other.at = placeOf(other.all, row, other.at);
      shared &= other.all[other.at] === row ? (other.ways[other.at] ?? 0) : 0;
    }
    if (!shared) continue;
    rows[count] = row;
    bits[count++] = shared;
  }
  return { rows: rows.subarray(0, count), bits };
}

/** Whether some row that is in all postings satisfies the predicate. Stops at the first. */
export function someInAll(postings: readonly (Posting | undefined)[], predicate: (row: number) => boolean): boolean {
  const present = postings.filter((posting) => posting !== undefined).sort((a, b) => a.length - b.length);
  const [rarest, ...others] = present.map(({ all }) => ({ all, at: 0 }));
  if (!rarest || present.length < postings.length) return false;
  return rarest.all.some((row) => {
    const isInAll = others.every((other) => {
      other.at = placeOf(other.all, row, other.at);
      return other.all[other.at] === row;
    });
    return isInAll && predicate(row);
  });
}

/**
 * The place of the first row that is not below `row`, at `from` or after it. An exponential search (Bentley and Yao 1976): in steps
 * that double, then a binary search between the last two. It is fast where the next row is near.
 */
export function placeOf(rows: Rows, row: number, from: number): number {
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
