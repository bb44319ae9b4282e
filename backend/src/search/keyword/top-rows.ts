/** Below 0 when row `a` comes first. No two rows are equal. */
export type Compare = (a: number, b: number) => number;

/**
 * A part of the rows in their order, without putting the others in order: quickselect, then a sort of what is left.
 *
 * @param rows are moved about
 * @param from the place of the first that is wanted
 */
export function topRows(rows: Uint32Array, compare: Compare, from: number, count: number): Uint32Array {
  const end = Math.min(rows.length, from + count);
  if (from >= end) return new Uint32Array(0);
  if (end < rows.length) select(rows, compare, end);
  const first = rows.subarray(0, end);
  if (from > 0) select(first, compare, from);
  return first.subarray(from).sort(compare);
}

/** Moves the `count` first rows before all others. */
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
