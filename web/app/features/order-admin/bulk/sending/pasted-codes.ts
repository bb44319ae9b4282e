/** Two columns of a sheet, read as the tracking codes of orders. */
export interface PastedCodes {
  codes: ReadonlyMap<number, string>;
  /** First cells that name none of the orders, or one of them a second time with another code. */
  unmatched: readonly string[];
}

/**
 * Reads text from the clipboard in which each line has an order's number and its tracking code, as sheets copy two columns. A line
 * without a digit in its first cell is a heading.
 * @param ids of the orders that have a field
 * @returns null for a text of one cell, which goes into the field as any other
 */
export function pastedCodes(text: string, ids: readonly number[]): PastedCodes | null {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  if (lines.length <= 1 && !text.includes('\t')) return null;
  const codes = new Map<number, string>();
  const unmatched: string[] = [];
  for (const line of lines) {
    const [first = '', code = ''] = line.split('\t').map((cell) => cell.trim());
    if (!/\d/.test(first)) continue;
    const id = Number(/^#?\s*(\d{1,9})$/.exec(first)?.[1]);
    const isKnown = ids.includes(id) && (codes.get(id) ?? code) === code;
    if (!isKnown) unmatched.push(first);
    else if (code !== '') codes.set(id, code);
  }
  return { codes, unmatched };
}
