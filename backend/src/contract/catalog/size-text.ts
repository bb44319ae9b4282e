import { withoutMarks } from '../without-marks.js';
import {
  MAX_SIZE_ROWS,
  MEASURES,
  SIZE_COLUMNS,
  SIZE_COLUMN_NAMES,
  columnsOfTable,
  formatRange,
  rangeOf,
  sizeBounds,
  type Measure,
  type NamedSizeTable,
  type SizeColumn,
  type SizeRange,
} from './size-rules.js';

/**
 * Size tables as text: what somebody types into a cell, pastes from a spreadsheet, or has in a file. Pure, like `size-rules.ts`,
 * so the web may import values from this file too.
 */

/** The maximum length of a size table as text. */
const MAX_TABLE_TEXT = 10_000;

/**
 * Reads a cell: `84`, `84,5`, `84-88`. @returns null for an empty cell; a sentence for what is no range within the column's
 * bounds
 */
export function readRange(text: string, column: SizeColumn): SizeRange | null | string {
  const typed = text.trim();
  if (typed === '' || typed === '-' || typed === '–') return null;
  const [, first = '', last = first] =
    /^(\d{1,3}(?:[.,]\d)?)(?:\s*(?:[-–—~]|đến)\s*(\d{1,3}(?:[.,]\d)?))?\s*(?:cm|kg)?$/i.exec(typed) ?? [];
  if (first === '') return 'Nhập một số như 84 hoặc một khoảng như 84-88';
  const [from, to] = [first, last].map((digits) => Number(digits.replace(',', '.'))) as SizeRange;
  const [lowest, highest] = sizeBounds(column);
  if (from > to) return 'Số đầu phải nhỏ hơn số sau';
  if (from < lowest || to > highest) return `Từ ${lowest} đến ${highest}`;
  return [from, to];
}

/** Writes a range as somebody types it, for `readRange`. */
export const typedRange = (range: SizeRange | null | undefined): string =>
  range ? formatRange(range).replace('–', '-') : '';

const folded = (text: string) =>
  withoutMarks(text)
    .replace(/\(.*?\)/g, '')
    .replace(/^\s*(so do|vong|chieu|can|ngang|rong)\s+/, '')
    .trim();
const BY_HEADING = new Map(SIZE_COLUMNS.map((column) => [folded(SIZE_COLUMN_NAMES[column]), column]));

/** The column that a heading of a spreadsheet names, whatever its case and diacritics: `Vòng ngực (cm)` is `chest`. */
export const columnByHeading = (heading: string): SizeColumn | undefined => BY_HEADING.get(folded(heading));

/** A cell of a text that cannot be read; row 0 are the headings. */
export interface WrongCell {
  row: number;
  column: number;
  message: string;
}

/** The separators of a table's cells as text: a spreadsheet copies tabs, a file holds semicolons. */
export const tableCells = (text: string): string[][] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(line.includes('\t') ? '\t' : ';').map((cell) => cell.trim()));

/**
 * Reads a size table as `sizeTableText` writes it, or as a spreadsheet copies it: headings first, then a line for each size.
 * @returns the table, or its wrong cells
 */
export function readSizeTable(text: string): NamedSizeTable | WrongCell[] {
  const wrong: WrongCell[] = [];
  const refuse = (row: number, column: number, message: string) => wrong.push({ row, column, message });
  if (text.length > MAX_TABLE_TEXT) return [{ row: 0, column: 0, message: 'Bảng quá lớn' }];
  const [headings = [], ...lines] = tableCells(text);
  const columns = headings.slice(1).map((heading, nth) => {
    const column = columnByHeading(heading);
    if (!column) refuse(0, nth + 1, `Không có số đo “${heading.slice(0, 40)}”`);
    else if (headings.slice(1, nth + 1).some((other) => columnByHeading(other) === column))
      refuse(0, nth + 1, `Cột “${heading.slice(0, 40)}” có hai lần`);
    return column;
  });
  if (lines.length === 0) refuse(0, 0, 'Bảng không có cỡ nào');
  if (lines.length > MAX_SIZE_ROWS) return [{ row: 0, column: 0, message: `Tối đa ${MAX_SIZE_ROWS} cỡ` }];
  const seen = new Set<string>();
  const rows = lines.map(([size = '', ...cells], nth) => {
    const key = size.normalize('NFC').toLowerCase();
    if (size === '' || size.length > 255) refuse(nth + 1, 0, 'Thiếu tên cỡ');
    else if (seen.has(key)) refuse(nth + 1, 0, `Cỡ “${size.slice(0, 40)}” có hai lần`);
    seen.add(key);
    if (cells.length > columns.length) refuse(nth + 1, columns.length + 1, 'Dòng có nhiều ô hơn tiêu đề');
    const row: NamedSizeTable['rows'][number] = { size, values: {}, height: null, weight: null };
    columns.forEach((column, at) => {
      const range = column ? readRange(cells[at] ?? '', column) : null;
      if (typeof range === 'string') refuse(nth + 1, at + 1, range);
      else if (column === 'height' || column === 'weight') row[column] = range;
      else if (column && range) row.values[column] = range;
    });
    return row;
  });
  if (wrong.length > 0) return wrong;
  return { measures: columns.filter((column) => MEASURES.includes(column as Measure)) as Measure[], rows };
}

/** Writes a size table as text: `Cỡ;Ngực;Cao`, then a line for each size. @param separator a tab for spreadsheets */
export function sizeTableText(table: NamedSizeTable, separator = ';'): string {
  const columns = columnsOfTable(table);
  return [
    ['Cỡ', ...columns.map((column) => SIZE_COLUMN_NAMES[column])],
    ...table.rows.map((row) => [row.size, ...columns.map((column) => typedRange(rangeOf(row, column)))]),
  ]
    .map((cells) => cells.join(separator))
    .join('\n');
}
