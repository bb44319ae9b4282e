import { stringify, type Stringifier } from 'csv-stringify';
import type { Response } from 'express';
import { streamJson } from '../http/streamed-json.js';

/** Rows per fetch: many for speed, few for memory. */
const BATCH = 1_000;

/** Text that a spreadsheet would run as a formula, with any apostrophes before it. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/** Escapes a text for a cell: puts an apostrophe before a formula. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Where a spreadsheet that separates cells by semicolons, as in Vietnam, or by tabs would begin a cell with a formula. */
const INNER_FORMULA = /([;\t\r\n]\s*"?)(?=[=+\-@＝＋－＠])/g;

/** Escapes a text also within a cell. `unescapeFormula` does not revert that: it is for files that are only read. */
const escapeInnerFormulas = (text: string): string => escapeFormula(text.replace(INNER_FORMULA, "$1'"));

/** Reverts `escapeFormula`; returns any other text unchanged. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/**
 * Creates a stream that writes objects as CSV. It begins with a byte order mark, by which spreadsheets detect UTF-8, and
 * escapes formulas.
 *
 * @param columns heading by the name of the field
 */
export const csvWriter = (columns: Record<string, string>, escapeCell = escapeFormula): Stringifier =>
  stringify({
    header: true,
    bom: true,
    cast: { string: escapeCell },
    columns,
    record_delimiter: 'windows',
    // Only the delimiter of rows is quoted by itself, and readers of CSV end a row at any line break.
    quoted_match: /[\r\n]/,
  });

/**
 * Streams a CSV file as the response: memory does not grow with the number of rows, and an aborted download stops the
 * source.
 *
 * @param name of the file, without its extension
 * @param columns heading by the name of the field
 * @param rows usually from `inBatches`
 * @param escapeCell `escapeFormula` for a file that is imported again
 */
export async function sendCsv<T extends object>(
  response: Response,
  name: string,
  columns: Record<string, string>,
  rows: AsyncIterable<T>,
  escapeCell = escapeInnerFormulas,
): Promise<void> {
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${name}.csv"`);
  await streamJson(response, rows, csvWriter(columns, escapeCell));
}

/**
 * Yields all rows of a list, fetched a thousand at a time.
 * @param fetch returns the first `limit` rows, or those after `last`, in a strict order
 */
export async function* inBatches<T>(
  fetch: (last: T | undefined, limit: number) => Promise<T[]>,
  limit = BATCH,
): AsyncGenerator<T> {
  let last: T | undefined;
  for (;;) {
    const rows = await fetch(last, limit);
    yield* rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}
