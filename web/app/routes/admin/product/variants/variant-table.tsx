import type { Color, Size } from 'contract/catalog/catalog';
import { useRef, type KeyboardEvent, type RefObject } from 'react';
import { rowStep } from '~/components/admin/grid-keys';
import { EMPTY_CELL, cellKey, type DraftCell } from '../product-draft';
import { inputKey, type CellErrors } from './cell-errors';
import { RemovableHeading } from './matrix-controls';
import type { Direction, Matrix, Spot } from './matrix-spot';
import { VariantCell } from './variant-cell';

interface VariantTableProps {
  matrix: Matrix;
  onChange: (matrix: Matrix) => void;
  /** Those of the table, in its order. */
  colors: readonly Color[];
  sizes: readonly Size[];
  errors: CellErrors;
  /** How many shoppers wait for the stock of a variant, by `cellKey`. */
  waiting: Record<string, number>;
  onFocus: (spot: Spot) => void;
  onFill: (spot: Spot, direction: Direction) => void;
}

/** The cells of the table. Enter and the arrow keys go up and down, with Alt the arrow keys fill. */
export function VariantTable({ matrix, onChange, colors, sizes, errors, waiting, onFocus, onFill }: VariantTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const onKeyDown = useCellKeys(table, matrix.colors, onFill);

  const setCell = (key: string, changes: Partial<DraftCell>) => {
    const cell = { ...(matrix.cells[key] ?? EMPTY_CELL), ...changes };
    onChange({ ...matrix, cells: { ...matrix.cells, [key]: cell } });
  };

  return (
    <div className="overflow-x-auto rounded-lg border border-line">
      <table ref={table} className="text-sm">
        <caption className="sr-only">Giá và tồn kho theo màu và kích cỡ</caption>
        <thead className="border-b border-line text-left">
          <tr>
            <th scope="col" className="sticky left-0 bg-surface px-3 py-2 text-muted">
              Màu
            </th>
            <SizeHeadings
              sizes={sizes}
              onRemove={(size) => onChange({ ...matrix, sizes: matrix.sizes.filter((each) => each !== size) })}
            />
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {colors.map((color) => (
            <tr key={color.id}>
              <th scope="row" className="sticky left-0 bg-surface px-3 py-2 text-left align-top">
                <RemovableHeading
                  kind="color"
                  name={color.name}
                  swatch={color.hex_code}
                  label={`Bỏ màu ${color.name}`}
                  onRemove={() => onChange({ ...matrix, colors: matrix.colors.filter((each) => each !== color.id) })}
                />
              </th>
              {sizes.map((size) => {
                const key = cellKey(color.id, size.id);
                return (
                  <td key={size.id} className="px-2 py-2 align-top">
                    <VariantCell
                      name={`${color.name}, ${size.name}`}
                      cellKey={key}
                      cell={matrix.cells[key] ?? EMPTY_CELL}
                      errors={errors}
                      waiting={waiting[key] ?? 0}
                      onChange={(changes) => setCell(key, changes)}
                      onFocus={(field) => onFocus({ color: color.id, size: size.id, field })}
                      onKeyDown={(event, field) => onKeyDown(event, { color: color.id, size: size.id, field })}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SizeHeadings = ({ sizes, onRemove }: Pick<VariantTableProps, 'sizes'> & { onRemove: (size: number) => void }) =>
  sizes.map(({ id, name }) => (
    <th key={id} scope="col" className="px-2 py-1">
      <RemovableHeading kind="size" name={name} label={`Bỏ kích cỡ ${name}`} onRemove={() => onRemove(id)} />
    </th>
  ));

/** The keys of an input: they move the focus within its column, or fill its value into others. @param colors of the rows */
function useCellKeys(
  table: RefObject<HTMLTableElement>,
  colors: readonly number[],
  onFill: VariantTableProps['onFill'],
) {
  const inputAt = ({ color, size, field }: Spot) =>
    table.current?.querySelector<HTMLInputElement>(`[data-input="${inputKey(cellKey(color, size), field)}"]`);
  return (event: KeyboardEvent, at: Spot) => {
    const direction = event.key === 'ArrowDown' ? 'down' : event.key === 'ArrowRight' ? 'across' : null;
    if (event.altKey && direction) {
      event.preventDefault();
      onFill(at, direction);
      return;
    }
    const step = rowStep(event);
    if (step === 0) return;
    event.preventDefault();
    const next = colors[colors.indexOf(at.color) + step];
    if (next !== undefined) inputAt({ ...at, color: next })?.focus();
  };
}
