import { stringify } from 'csv-stringify';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Rows that are fetched at once: enough to be quick, few enough to be forgotten. */
const BATCH = 1_000;

/**
 * Answers with a CSV file, written as its rows come: memory does not grow with their number, and a download that is
 * broken off stops the reading. It begins with a byte order mark, by which spreadsheets know that it is UTF-8. A text
 * that a spreadsheet would run (`= + - @`, tab, return at its start) gets an apostrophe before it.
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
  response.setHeader('Cache-Control', 'no-store');
  const toCsv = stringify({ header: true, bom: true, escape_formulas: true, record_delimiter: 'windows', columns });
  try {
    await pipeline(Readable.from(rows), toCsv, response);
  } catch (error) {
    // Whoever asked has gone: nobody is left to be told.
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/**
 * All rows of a list, fetched a thousand at a time.
 * @param fetch gives the first `limit` rows, or the first ones after `last`, in an order in which no two are equal
 */
export async function* inBatches<T>(fetch: (last: T | undefined, limit: number) => Promise<T[]>): AsyncGenerator<T> {
  let last: T | undefined;
  for (;;) {
    const rows = await fetch(last, BATCH);
    yield* rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1);
  }
}
