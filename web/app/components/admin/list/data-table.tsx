import { Link } from '@remix-run/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Skeleton } from '~/components/feedback/skeleton';
import { hrefWith, useListAddress } from './list-url';

export interface Column<T> {
  label: ReactNode;
  cell: (row: T) => ReactNode;
  /** Makes the column sortable: `price` requests `sort=price-asc` or `price-desc`. */
  sort?: string;
  /** The direction of the first click; descending by default. */
  firstSort?: 'asc' | 'desc';
  /** Aligns the column right. */
  isNumber?: boolean;
  /** Hidden where the table is narrow: not on a wide screen, nor in the cards of a phone. */
  isMinor?: boolean;
}

interface Selection {
  selected: ReadonlySet<number>;
  onChange: (selected: ReadonlySet<number>) => void;
  /** The name of a row, for the label of its checkbox. */
  nameOf: (id: number) => string;
}

interface DataTableProps<T> {
  /** Describes the table for screen readers. */
  caption: string;
  columns: readonly Column<T>[];
  /** Undefined while they load. */
  rows: readonly T[] | undefined;
  /** The buttons of a row. */
  actions?: (row: T) => ReactNode;
  /** Makes rows selectable, for bulk actions. */
  selection?: Selection;
}

const CELL = 'px-3 py-2.5 align-top first:pl-4 last:pr-4';

/** On a phone: each row a card, whose cells stand below each other beside their labels; of the head, what sorts and selects. */
const CARDS = {
  table: 'max-sm:block max-sm:[&_tbody]:block max-sm:[&_tr]:relative max-sm:[&_tr]:block max-sm:[&_tr]:py-1.5',
  head: 'max-sm:block max-sm:[&:not(:has(a,input))]:hidden max-sm:[&_tr]:flex max-sm:[&_tr]:flex-wrap max-sm:[&_th]:py-1.5 max-sm:[&_th:not(:has(a,input))]:hidden',
  cells: 'max-sm:[&_td]:block max-sm:[&_td]:px-4 max-sm:[&_td]:py-1 max-sm:[&_td]:text-left max-sm:[&_td:empty]:hidden',
  // A float, so that a label of two lines makes its cell higher.
  labels:
    'max-sm:[&_td[data-label]]:flow-root max-sm:[&_td[data-label]]:pl-32 max-sm:[&_td[data-label]]:before:float-left max-sm:[&_td[data-label]]:before:-ml-28 max-sm:[&_td[data-label]]:before:w-26 max-sm:[&_td[data-label]]:before:text-muted max-sm:[&_td[data-label]]:before:content-[attr(data-label)]',
};

const cellStyle = ({ isNumber, isMinor }: Pick<Column<never>, 'isNumber' | 'isMinor'>) =>
  `${CELL} ${isNumber ? 'text-right tabular' : ''} ${isMinor ? 'sm:max-lg:hidden' : ''}`;

/** A dense table, of cards on a phone. It scrolls sideways where it does not fit, and shows placeholders while its rows load. */
export function DataTable<T extends { id: number }>({ caption, columns, rows, actions, selection }: DataTableProps<T>) {
  return (
    // A stop of the Tab key: a wide table is scrolled by the arrow keys, also where none of its cells takes the focus.
    <div
      role="group"
      aria-label={caption}
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table aria-busy={!rows} className={`w-full text-sm sm:min-w-160 ${CARDS.table} ${CARDS.cells} ${CARDS.labels}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className={`border-b border-line text-left text-muted ${CARDS.head}`}>
          <tr>
            {selection && (
              <th scope="col" className={`${CELL} w-10`}>
                <SelectAll ids={rows?.map(({ id }) => id) ?? []} {...selection} />
              </th>
            )}
            {columns.map((column, index) => (
              <HeadCell key={index} column={column} className={cellStyle(column)} />
            ))}
            {actions && (
              <th scope="col" className={CELL}>
                <span className="sr-only">Thao tác</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows ? (
            rows.map((row) => (
              <DataRow key={row.id} row={row} columns={columns} actions={actions} selection={selection} />
            ))
          ) : (
            <PlaceholderRows columns={columns.length} />
          )}
        </tbody>
      </table>
    </div>
  );
}

interface DataRowProps<T> extends Pick<DataTableProps<T>, 'columns' | 'actions' | 'selection'> {
  row: T;
}

function DataRow<T extends { id: number }>({ row, columns, actions, selection }: DataRowProps<T>) {
  return (
    <tr className="hover:bg-paper">
      {selection && (
        <td className={`${CELL} max-sm:absolute max-sm:top-2 max-sm:right-0`}>
          <SelectOne id={row.id} {...selection} />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={index}
          data-label={index > 0 ? labelOf(column) : undefined}
          className={`${cellStyle(column)} ${selection && index === 0 ? 'max-sm:pr-12!' : ''}`}
        >
          {column.cell(row)}
        </td>
      ))}
      {actions && (
        <td className={CELL}>
          {/* Buttons are higher than a line: their text and icons stand by the first line of the row. */}
          <div className="-my-1.5 flex justify-end gap-1 whitespace-nowrap max-sm:my-0 max-sm:flex-wrap max-sm:justify-start">
            {actions(row)}
          </div>
        </td>
      )}
    </tr>
  );
}

const PlaceholderRows = ({ columns }: { columns: number }) =>
  Array.from({ length: 10 }, (_, index) => (
    <tr key={index}>
      <td colSpan={columns + 2} className={CELL}>
        <Skeleton className="h-6 w-full" />
      </td>
    </tr>
  ));

/** The first cell is the name of its card and has no label; neither has a column whose label is no text. */
const labelOf = <T,>({ label }: Column<T>) => (typeof label === 'string' ? label : undefined);

function HeadCell<T>({ column, className }: { column: Column<T>; className: string }) {
  const address = useListAddress();
  const { sort, label, isNumber, firstSort = 'desc' } = column;
  if (!sort) {
    return (
      <th scope="col" className={`${className} font-medium whitespace-nowrap`}>
        {label}
      </th>
    );
  }
  const current = address.params.get('sort');
  const direction = current === `${sort}-asc` ? 'asc' : current === `${sort}-desc` ? 'desc' : null;
  const next = direction === null ? firstSort : direction === 'asc' ? 'desc' : 'asc';
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
      className={`${className} font-medium whitespace-nowrap`}
    >
      <Link
        to={hrefWith(address, { sort: `${sort}-${next}` })}
        preventScrollReset
        className={`inline-flex items-center gap-1 hover:text-ink ${isNumber ? 'flex-row-reverse' : ''} ${direction ? 'text-ink' : ''}`}
      >
        {label}
        <Arrow aria-hidden="true" className={`size-3.5 ${direction ? '' : 'opacity-0'}`} />
      </Link>
    </th>
  );
}

const BOX = 'size-4 accent-accent';

function SelectAll({ ids, selected, onChange }: Selection & { ids: readonly number[] }) {
  const chosen = ids.filter((id) => selected.has(id)).length;
  return (
    <input
      type="checkbox"
      aria-label="Chọn tất cả trên trang này"
      className={BOX}
      checked={ids.length > 0 && chosen === ids.length}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < ids.length;
      }}
      onChange={({ target }) => {
        const others = [...selected].filter((id) => !ids.includes(id));
        onChange(new Set(target.checked ? [...others, ...ids] : others));
      }}
    />
  );
}

function SelectOne({ id, selected, onChange, nameOf }: Selection & { id: number }) {
  return (
    <input
      type="checkbox"
      aria-label={`Chọn ${nameOf(id)}`}
      className={BOX}
      checked={selected.has(id)}
      onChange={({ target }) => {
        const next = new Set(selected);
        if (target.checked) next.add(id);
        else next.delete(id);
        onChange(next);
      }}
    />
  );
}
