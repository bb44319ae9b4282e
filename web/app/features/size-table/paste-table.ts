import type { Size } from 'contract/catalog/catalog';
import { MAX_SIZE_ROWS, type SizeColumn } from 'contract/catalog/size-rules';
import { tableCells, columnByHeading } from 'contract/catalog/size-text';
import type { DraftRow, SizeTableDraft } from './size-table-draft';

/** A draft after a paste, and what was left out of it, in a sentence. */
export interface Pasted {
  draft: SizeTableDraft;
  notice: string;
}

/** True for a text of several cells, as a spreadsheet copies them. */
export const isTable = (text: string) => /\t|\n./.test(text.trim());

/**
 * Puts the cells of a spreadsheet into a draft. With headings they become the table, columns and sizes included; without,
 * they fill the table rightwards and downwards from a cell. A cell that cannot be read stays as it is, to be put right.
 */
export function pasteTable(
  draft: SizeTableDraft,
  text: string,
  { row, column, sizes }: { row: number; column: SizeColumn; sizes: readonly Size[] },
): Pasted {
  const cells = tableCells(text);
  return cells[0]?.some((heading) => columnByHeading(heading))
    ? whole(cells, sizes)
    : filled(draft, cells, { row, column });
}

function whole([headings = [], ...lines]: string[][], sizes: readonly Size[]): Pasted {
  const columns = headings.map((heading, nth) => (nth === 0 ? undefined : columnByHeading(heading)));
  const kept = [...new Set(columns.filter((column) => column !== undefined))];
  const left = headings.filter((heading, nth) => nth > 0 && heading !== '' && !columns[nth]);
  const rows = lines.slice(0, MAX_SIZE_ROWS).map((line): DraftRow => {
    const [name = ''] = line;
    const size = sizes.find((each) => sameName(each.name, name));
    const cells = Object.fromEntries(columns.flatMap((column, nth) => (column ? [[column, line[nth] ?? '']] : [])));
    return { size: size?.id ?? null, name: size?.name ?? name, cells };
  });
  const notices = [
    left.length > 0 && `Bỏ qua cột không có trong danh sách số đo: ${left.join(', ')}.`,
    lines.length > MAX_SIZE_ROWS && `Chỉ lấy ${MAX_SIZE_ROWS} dòng đầu.`,
  ];
  return { draft: { columns: kept, rows }, notice: notices.filter(Boolean).join(' ') };
}

function filled(
  { columns, rows }: SizeTableDraft,
  cells: string[][],
  { row, column }: { row: number; column: SizeColumn },
): Pasted {
  const first = columns.indexOf(column);
  const next = rows.map(({ cells: before, ...one }, nth) => {
    const line = cells[nth - row] ?? [];
    const typed = line.flatMap((cell, at) => (columns[first + at] ? [[columns[first + at]!, cell] as const] : []));
    return { ...one, cells: { ...before, ...Object.fromEntries(typed) } };
  });
  const isTooLarge = row + cells.length > rows.length || cells.some((line) => first + line.length > columns.length);
  return { draft: { columns, rows: next }, notice: isTooLarge ? 'Phần dán ra ngoài bảng bị bỏ qua.' : '' };
}

const sameName = (one: string, other: string) =>
  one.normalize('NFC').toLowerCase() === other.trim().normalize('NFC').toLowerCase();
