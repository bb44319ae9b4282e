import type { Size } from 'contract/catalog/catalog';
import type { SizeColumn } from 'contract/catalog/size-rules';
import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { rowStep } from '~/components/admin/grid-keys';
import { Select } from '~/components/form/field';
import { cellName, columnLabel, type DraftRow, type SizeTableDraft, type TableErrors } from './size-table-draft';

interface SizeTableGridProps {
  draft: SizeTableDraft;
  onChange: (draft: SizeTableDraft) => void;
  sizes: readonly Size[];
  errors: TableErrors;
  /** @returns whether the text was taken as a table */
  onPaste: (text: string, row: number, column: SizeColumn) => boolean;
}

/** The cells of a size table. Enter and the arrow keys go up and down. */
export function SizeTableGrid({ draft: { columns, rows }, onChange, sizes, errors, onPaste }: SizeTableGridProps) {
  if (rows.length === 0 || columns.length === 0) return null;

  const setRow = (nth: number, changes: Partial<DraftRow>) =>
    onChange({ columns, rows: rows.map((row, each) => (each === nth ? { ...row, ...changes } : row)) });

  return (
    <div className="overflow-x-auto">
      <table className="text-sm">
        <thead>
          <tr>
            <th scope="col" className="pr-3 pb-2 text-left font-medium">
              Cỡ
            </th>
            <ColumnHeadings
              columns={columns}
              onRemove={(column) => onChange({ columns: columns.filter((each) => each !== column), rows })}
            />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, nth) => (
            <tr key={nth} className="align-top">
              <th scope="row" className="pr-3 pb-2 text-left font-medium whitespace-nowrap">
                <SizeOfRow
                  row={row}
                  sizes={sizes}
                  error={errors[cellName(nth, 'size')]}
                  onChoose={(size) => setRow(nth, size)}
                />
                <Remove
                  what="row"
                  label={`Bỏ cỡ ${row.name || nth + 1}`}
                  onRemove={() => onChange({ columns, rows: rows.filter((_, each) => each !== nth) })}
                />
              </th>
              {columns.map((column) => (
                <td key={column} className="pr-2 pb-2">
                  <Cell
                    name={cellName(nth, column)}
                    label={`${columnLabel(column)} của cỡ ${row.name || nth + 1}`}
                    value={row.cells[column] ?? ''}
                    error={errors[cellName(nth, column)]}
                    onChange={(value) => setRow(nth, { cells: { ...row.cells, [column]: value } })}
                    onKeyDown={(event) => move(event, nth, column)}
                    onPaste={(text) => onPaste(text, nth, column)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function move(event: KeyboardEvent, row: number, column: SizeColumn) {
  const step = rowStep(event);
  if (step === 0) return;
  event.preventDefault(); // Enter would send the form.
  const grid = event.currentTarget.closest('table');
  grid?.querySelector<HTMLInputElement>(`[data-cell="${cellName(row + step, column)}"]`)?.focus();
}

interface ColumnHeadingsProps {
  columns: readonly SizeColumn[];
  onRemove: (column: SizeColumn) => void;
}

const ColumnHeadings = ({ columns, onRemove }: ColumnHeadingsProps) =>
  columns.map((column) => (
    <th key={column} scope="col" className="pr-2 pb-2 text-left font-medium whitespace-nowrap">
      {columnLabel(column)}
      <Remove what="column" label={`Bỏ cột ${columnLabel(column)}`} onRemove={() => onRemove(column)} />
    </th>
  ));

interface SizeOfRowProps {
  row: DraftRow;
  sizes: readonly Size[];
  error: string[] | undefined;
  onChoose: (size: Pick<DraftRow, 'size' | 'name'>) => void;
}

/** The name of a row's size, or a choice when the shop has no size of that name. */
function SizeOfRow({ row, sizes, error, onChoose }: SizeOfRowProps) {
  return (
    <>
      {row.size !== null ? (
        row.name
      ) : (
        <Select
          aria-label={`Cỡ thay cho ${row.name || 'dòng này'}`}
          aria-invalid={error ? true : undefined}
          value=""
          onChange={({ target }) => {
            const size = sizes.find(({ id }) => String(id) === target.value);
            if (size) onChoose({ size: size.id, name: size.name });
          }}
        >
          <option value="">{row.name || 'Chọn…'}</option>
          {sizes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {error && <Message>{error}</Message>}
    </>
  );
}

interface CellProps {
  name: string;
  label: string;
  value: string;
  error: string[] | undefined;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: (text: string) => boolean;
}

function Cell({ name, label, value, error, onChange, onKeyDown, onPaste }: CellProps) {
  return (
    <>
      <input
        aria-label={label}
        data-cell={name}
        autoComplete="off"
        maxLength={20}
        aria-invalid={error ? true : undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
        onPaste={(event) => onPaste(event.clipboardData.getData('text')) && event.preventDefault()}
        className="tabular min-h-9 w-24 rounded-md border border-line-strong bg-surface px-2 aria-invalid:border-signal aria-invalid:bg-signal-soft"
      />
      {error && <Message>{error}</Message>}
    </>
  );
}

const Message = ({ children }: { children: ReactNode }) => (
  <span role="alert" className="block max-w-32 text-xs font-normal whitespace-normal text-signal">
    {children}
  </span>
);

interface RemoveProps {
  what: 'row' | 'column';
  label: string;
  onRemove: () => void;
}

const Remove = ({ what, label, onRemove }: RemoveProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    data-remove={what}
    onClick={onRemove}
    className="ml-1 inline-grid size-7 place-content-center align-middle text-muted hover:text-signal"
  >
    <X aria-hidden="true" className="size-3.5" />
  </button>
);
