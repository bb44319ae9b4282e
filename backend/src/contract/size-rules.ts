/**
 * Size tables as the web and the server read them. Like `rules.ts` everything here is pure and imports nothing, so the web
 * may import values from this file too.
 */

/** What a size table measures, in centimetres. */
export const MEASURES = [
  'chest',
  'waist',
  'hips',
  'shoulder',
  'sleeve',
  'top_length',
  'skirt_length',
  'trouser_length',
  'thigh',
  'foot_length',
] as const;
export type Measure = (typeof MEASURES)[number];

/** The columns of a size table: measures, and the body that a size is for. */
export const SIZE_COLUMNS = [...MEASURES, 'height', 'weight'] as const;
export type SizeColumn = (typeof SIZE_COLUMNS)[number];

/** The columns' headings, in centimetres but for the weight, in kilograms. */
export const SIZE_COLUMN_NAMES: Record<SizeColumn, string> = {
  chest: 'Ngực',
  waist: 'Eo',
  hips: 'Mông',
  shoulder: 'Vai',
  sleeve: 'Dài tay',
  top_length: 'Dài áo',
  skirt_length: 'Dài váy',
  trouser_length: 'Dài quần',
  thigh: 'Đùi',
  foot_length: 'Dài chân',
  height: 'Cao',
  weight: 'Nặng',
};

/** From and to, both inclusive; equal for a single value. */
export type SizeRange = [from: number, to: number];

/** A size with what a table says of it. */
export interface SizeFacts {
  values: Partial<Record<Measure, SizeRange>>;
  /** Whom it is for, in centimetres and kilograms; null when the table does not say. */
  height: SizeRange | null;
  weight: SizeRange | null;
}

/** A size table whose rows name their sizes, as files hold it. */
export interface NamedSizeTable {
  measures: Measure[];
  rows: (SizeFacts & { size: string })[];
}

export const MAX_SIZE_ROWS = 40;
/** The lowest and highest value of a column. */
export const SIZE_BOUNDS: Record<'measure' | 'height' | 'weight', SizeRange> = {
  measure: [1, 300],
  height: [40, 250],
  weight: [2, 300],
};
export const MAX_MATERIAL = 500;
export const MAX_CARE = 1_000;
export const MAX_MODEL_SIZE = 40;
/** The maximum length of a size table as text. */
const MAX_TABLE_TEXT = 10_000;

/** How a garment fits the author of a review. */
export const FITS = ['tight', 'right', 'loose'] as const;
export type Fit = (typeof FITS)[number];
export const FIT_NAMES: Record<Fit, string> = { tight: 'Chật', right: 'Vừa', loose: 'Rộng' };
/** Votes below this number are not shown: a few say little. */
export const MIN_FIT_VOTES = 5;

export const boundsOf = (column: SizeColumn): SizeRange =>
  SIZE_BOUNDS[column === 'height' || column === 'weight' ? column : 'measure'];

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
  const [lowest, highest] = boundsOf(column);
  if (from > to) return 'Số đầu phải nhỏ hơn số sau';
  if (from < lowest || to > highest) return `Từ ${lowest} đến ${highest}`;
  return [from, to];
}

/** Writes a range for people: `84–88`, with a decimal comma. */
export const formatRange = ([from, to]: SizeRange): string =>
  [...new Set([from, to])].map((value) => String(value).replace('.', ',')).join('–');

/** Writes a range as somebody types it, for `readRange`. */
export const typedRange = (range: SizeRange | null | undefined): string =>
  range ? formatRange(range).replace('–', '-') : '';

/** What a row says in a column. */
export const rangeOf = (row: SizeFacts, column: SizeColumn): SizeRange | null =>
  column === 'height' || column === 'weight' ? row[column] : (row.values[column] ?? null);

/** The columns that a table fills, the body's ones last. */
export const columnsOfTable = ({ measures, rows }: { measures: Measure[]; rows: SizeFacts[] }): SizeColumn[] => [
  ...measures,
  ...(['height', 'weight'] as const).filter((column) => rows.some((row) => row[column] !== null)),
];

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
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
export const cellsOf = (text: string): string[][] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(line.includes('\t') ? '\t' : ';').map((cell) => cell.trim()));

/**
 * Reads a size table as `writeSizeTable` writes it, or as a spreadsheet copies it: headings first, then a line for each size.
 * @returns the table, or its wrong cells
 */
export function readSizeTable(text: string): NamedSizeTable | WrongCell[] {
  const wrong: WrongCell[] = [];
  const refuse = (row: number, column: number, message: string) => wrong.push({ row, column, message });
  if (text.length > MAX_TABLE_TEXT) return [{ row: 0, column: 0, message: 'Bảng quá lớn' }];
  const [headings = [], ...lines] = cellsOf(text);
  const columns = headings.slice(1).map((heading, nth) => {
    const column = columnByHeading(heading);
    if (!column) refuse(0, nth + 1, `Không có số đo «${heading.slice(0, 40)}»`);
    else if (headings.slice(1, nth + 1).some((other) => columnByHeading(other) === column))
      refuse(0, nth + 1, `Cột «${heading.slice(0, 40)}» có hai lần`);
    return column;
  });
  if (lines.length === 0) refuse(0, 0, 'Bảng không có cỡ nào');
  if (lines.length > MAX_SIZE_ROWS) return [{ row: 0, column: 0, message: `Tối đa ${MAX_SIZE_ROWS} cỡ` }];
  const seen = new Set<string>();
  const rows = lines.map(([size = '', ...cells], nth) => {
    const key = size.normalize('NFC').toLowerCase();
    if (size === '' || size.length > 255) refuse(nth + 1, 0, 'Thiếu tên cỡ');
    else if (seen.has(key)) refuse(nth + 1, 0, `Cỡ «${size.slice(0, 40)}» có hai lần`);
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
export function writeSizeTable(table: NamedSizeTable, separator = ';'): string {
  const columns = columnsOfTable(table);
  return [
    ['Cỡ', ...columns.map((column) => SIZE_COLUMN_NAMES[column])],
    ...table.rows.map((row) => [row.size, ...columns.map((column) => typedRange(rangeOf(row, column)))]),
  ]
    .map((cells) => cells.join(separator))
    .join('\n');
}
