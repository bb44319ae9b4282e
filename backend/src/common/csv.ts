import { stringify, type Stringifier } from 'csv-stringify';
import type { Response } from 'express';
import { streamed } from './streamed.js';

/** Rows that are fetched at once: enough to be quick, few enough to be forgotten. */
const BATCH = 1_000;

/** What a spreadsheet would run, with the apostrophes that may already stand before it. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/** A text as a cell that no spreadsheet runs: an apostrophe before what begins as a formula does. */
export const neutral = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text of a cell that `neutral` made; any other text stays as it is. */
export const restored = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);

/**
 * Writes objects as CSV, as they come. It begins with a byte order mark, by which spreadsheets know that it is UTF-8; what
 * they would run is neutralised.
 *
 * @param columns heading by the name of the field
 */
export const csvWriter = (columns: Record<string, string>): Stringifier =>
  stringify({ header: true, bom: true, cast: { string: neutral }, record_delimiter: 'windows', columns });

/**
 * Answers with a CSV file, written as its rows come: memory does not grow with their number, and a download that is
 * broken off stops the reading.
 *
 * @param name of the file, without its ending
 * @param columns heading by the name of the field
 * @param rows what `inBatches` gives
 */
export async function sendCsv<T extends object>(
  response: Response,
  name: string,
  columns: Record<string, string>,
  rows: AsyncIterable<T>,
): Promise<void> {
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${name}.csv"`);
  await streamed(response, rows, csvWriter(columns));
}

/**
 * All rows of a list, fetched a thousand at a time.
 * @param fetch gives the first `limit` rows, or the first ones after `last`, in an order in which no two are equal
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
