import type { Size, SizeTable } from 'contract/catalog/catalog';
import {
  MAX_SIZE_ROWS,
  MEASURES,
  SIZE_COLUMN_NAMES,
  columnsOfTable,
  rangeOf,
  type Measure,
  type SizeColumn,
  type SizeRange,
} from 'contract/catalog/size-rules';
import { readRange, typedRange } from 'contract/catalog/size-text';
import type { SaveSizeTable } from 'contract/catalog/size-tables';

/** A line of the editor: a size of the shop, or the name of one that it does not have, and the cells as typed. */
export interface DraftRow {
  size: number | null;
  name: string;
  cells: Partial<Record<SizeColumn, string>>;
}

/** A size table in the editor. */
export interface SizeTableDraft {
  columns: SizeColumn[];
  rows: DraftRow[];
}

export const EMPTY_TABLE: SizeTableDraft = { columns: ['chest', 'waist', 'hips', 'height', 'weight'], rows: [] };

/** Messages by `cellName`, `table` for the whole. */
export type TableErrors = Record<string, string[]>;

export const cellName = (row: number, column: SizeColumn | 'size') => `${row}.${column}`;

const isMeasure = (column: SizeColumn): column is Measure => column !== 'height' && column !== 'weight';

/** @returns the draft of a table; null for none */
export function draftOfTable(table: SizeTable | null): SizeTableDraft | null {
  if (!table) return null;
  const columns = columnsOfTable(table);
  const cellsOf = (row: SizeTable['rows'][number]) =>
    Object.fromEntries(columns.map((column) => [column, typedRange(rangeOf(row, column))]));
  return {
    columns,
    rows: table.rows.map((row) => ({ size: row.size.id, name: row.size.name, cells: cellsOf(row) })),
  };
}

/** Checks each cell. @returns no key when the draft can be saved */
export function tableErrors({ columns, rows }: SizeTableDraft): TableErrors {
  const errors: TableErrors = {};
  const seen = new Set<number>();
  rows.forEach(({ size, name, cells }, row) => {
    if (size === null) errors[cellName(row, 'size')] = [name ? `Cửa hàng không có cỡ “${name}”` : 'Chọn cỡ'];
    else if (seen.has(size)) errors[cellName(row, 'size')] = ['Cỡ này có hai lần'];
    if (size !== null) seen.add(size);
    for (const column of columns) {
      const range = readRange(cells[column] ?? '', column);
      if (typeof range === 'string') errors[cellName(row, column)] = [range];
    }
  });
  const isFilled = rows.some(({ cells }) => columns.some((column) => (cells[column] ?? '').trim() !== ''));
  if (rows.length === 0) errors.table = ['Bảng cần ít nhất một cỡ.'];
  else if (rows.length > MAX_SIZE_ROWS) errors.table = [`Tối đa ${MAX_SIZE_ROWS} cỡ.`];
  else if (!isFilled) errors.table = ['Bảng chưa có số đo nào.'];
  return errors;
}

/** The body that saves a draft without errors. */
export function bodyOfTable({ columns, rows }: SizeTableDraft): SaveSizeTable {
  const at = (row: DraftRow, column: SizeColumn) => readRange(row.cells[column] ?? '', column) as SizeRange | null;
  const measures = columns.filter(isMeasure);
  return {
    measures,
    rows: rows.map((row) => ({
      size_id: row.size!,
      values: Object.fromEntries(
        measures.flatMap((measure) => (at(row, measure) ? [[measure, at(row, measure)]] : [])),
      ),
      height: columns.includes('height') ? at(row, 'height') : null,
      weight: columns.includes('weight') ? at(row, 'weight') : null,
    })),
  };
}

/** Places the server's messages, such as those of `rows.2.values.chest.0`, at the cells. @param path of the table in the body */
export function errorsAtCells(fields: Record<string, string[]>, path = ''): TableErrors {
  const errors: TableErrors = {};
  for (const [field, messages] of Object.entries(fields)) {
    if (!field.startsWith(path)) continue;
    const [, row, column] = /^rows\.(\d+)\.(?:values\.)?(\w+)/.exec(field.slice(path.length)) ?? [];
    const name = row === undefined ? 'table' : `${row}.${column === 'size_id' ? 'size' : column}`;
    errors[name] = [...(errors[name] ?? []), ...messages];
  }
  return errors;
}

export const columnLabel = (column: SizeColumn) =>
  `${SIZE_COLUMN_NAMES[column]} (${column === 'weight' ? 'kg' : 'cm'})`;

/** Adds a column where it belongs: measures in the order of the list, then height and weight. */
export const withColumn = (columns: SizeColumn[], added: SizeColumn): SizeColumn[] => {
  const order: readonly SizeColumn[] = [...MEASURES, 'height', 'weight'];
  return isMeasure(added)
    ? [...columns.filter(isMeasure), added, ...columns.filter((column) => !isMeasure(column))]
    : [...columns, added].sort((a, b) => (isMeasure(a) || isMeasure(b) ? 0 : order.indexOf(a) - order.indexOf(b)));
};

/** A row for a size of the shop. */
export const rowOfSize = ({ id, name }: Size): DraftRow => ({ size: id, name, cells: {} });
