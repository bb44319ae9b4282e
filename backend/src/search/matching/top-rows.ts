import type { Compare } from '../text/rows/row-order.js';

/** Below this share of the rows a heap is used: most rows then cost a single comparison. */
const SMALL = 1 / 16;

/**
 * Returns a sorted slice of the rows without sorting the others.
 *
 * @param rows are reordered in place
 * @param from the place of the slice's first row
 */
export function topRows(rows: Uint32Array, compare: Compare, from: number, count: number): Uint32Array {
  const end = Math.min(rows.length, from + count);
  if (from >= end) return new Uint32Array(0);
  if (end < rows.length * SMALL) gather(rows, compare, end);
  else if (end < rows.length) select(rows, compare, end);
  const first = rows.subarray(0, end);
  if (from > 0) select(first, compare, from);
  return first.subarray(from).sort(compare);
}

/** Moves the `count` first rows to the front. A heap of them has the last on top, which each row that precedes it replaces. */
function gather(rows: Uint32Array, compare: Compare, count: number): void {
  for (let place = (count >> 1) - 1; place >= 0; place--) sink(rows, compare, place, count);
  for (let place = count; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    const last = rows[0] ?? 0;
    if (compare(row, last) >= 0) continue;
    rows[0] = row;
    rows[place] = last;
    sink(rows, compare, 0, count);
  }
}

function sink(rows: Uint32Array, compare: Compare, from: number, count: number): void {
  const row = rows[from] ?? 0;
  let at = from;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= count) break;
    if (below + 1 < count && compare(rows[below + 1] ?? 0, rows[below] ?? 0) > 0) below++;
    if (compare(rows[below] ?? 0, row) <= 0) break;
    rows[at] = rows[below] ?? 0;
    at = below;
  }
  rows[at] = row;
}

/** Moves the `count` first rows to the front, by quickselect. */
function select(rows: Uint32Array, compare: Compare, count: number): void {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const pivot = median(rows[low] ?? 0, rows[(low + high) >> 1] ?? 0, rows[high] ?? 0, compare);
    let left = low;
    let right = high;
    while (left <= right) {
      while (compare(rows[left] ?? 0, pivot) < 0) left++;
      while (compare(rows[right] ?? 0, pivot) > 0) right--;
      if (left > right) break;
      const moved = rows[left] ?? 0;
      rows[left++] = rows[right] ?? 0;
      rows[right--] = moved;
    }
    if (count - 1 <= right) high = right;
    else if (count - 1 >= left) low = left;
    else return;
  }
}

function median(a: number, b: number, c: number, compare: Compare): number {
  if (compare(a, b) > 0) [a, b] = [b, a];
  if (compare(b, c) > 0) b = c;
  return compare(a, b) > 0 ? a : b;
}
