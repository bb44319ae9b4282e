import type { Color, Size } from 'contract/catalog';
import { ArrowDown, ArrowRight, Grid3x3, Undo2, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '~/ui/button';
import { Select } from '~/ui/field';
import { EMPTY_CELL, cellKey, type DraftCell, type ProductDraft } from './product-draft';

type Matrix = Pick<ProductDraft, 'colors' | 'sizes' | 'cells'>;
type Field = 'price' | 'stock';
type Direction = 'down' | 'across' | 'all';

interface VariantMatrixProps {
  matrix: Matrix;
  onChange: (matrix: Matrix) => void;
  /** All that there are. */
  colors: readonly Color[];
  sizes: readonly Size[];
  /** Sentences by `cellKey`. */
  errors: Record<string, string[]>;
}

/** The place of a box: which row, column and field. */
interface Spot {
  color: number;
  size: number;
  field: Field;
}

/** A product's variants as a table of colours by sizes, each cell with its price and stock. */
export function VariantMatrix({ matrix, onChange, colors, sizes, errors }: VariantMatrixProps) {
  const [spot, setSpot] = useState<Spot | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const chosenColors = matrix.colors.flatMap((id) => colors.find((color) => color.id === id) ?? []);
  const chosenSizes = sizes.filter(({ id }) => matrix.sizes.includes(id));

  const setCell = (key: string, changes: Partial<DraftCell>) => {
    const cell = { ...(matrix.cells[key] ?? EMPTY_CELL), ...changes };
    onChange({ ...matrix, cells: { ...matrix.cells, [key]: cell } });
  };

  /** Puts what a box says into the boxes below it, right of it, or all of them. */
  function fill({ color, size, field }: Spot, direction: Direction) {
    const value = (matrix.cells[cellKey(color, size)] ?? EMPTY_CELL)[field];
    const [row, column] = [matrix.colors.indexOf(color), chosenSizes.findIndex(({ id }) => id === size)];
    const cells = { ...matrix.cells };
    matrix.colors.forEach((eachColor, eachRow) =>
      chosenSizes.forEach(({ id: eachSize }, eachColumn) => {
        const isBelow = eachColumn === column && eachRow > row;
        const isRight = eachRow === row && eachColumn > column;
        if (direction === 'down' ? !isBelow : direction === 'across' && !isRight) return;
        const key = cellKey(eachColor, eachSize);
        const cell = cells[key] ?? EMPTY_CELL;
        if (!cell.isOff) cells[key] = { ...cell, [field]: value };
      }),
    );
    onChange({ ...matrix, cells });
  }

  function onKeyDown(event: KeyboardEvent, at: Spot) {
    const direction = event.key === 'ArrowDown' ? 'down' : event.key === 'ArrowRight' ? 'across' : null;
    if (event.altKey && direction) {
      event.preventDefault();
      fill(at, direction);
      return;
    }
    const step = event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = matrix.colors[matrix.colors.indexOf(at.color) + step];
    if (next !== undefined) boxAt({ ...at, color: next })?.focus();
  }
  const boxAt = ({ color, size, field }: Spot) =>
    table.current?.querySelector<HTMLInputElement>(`[data-spot="${cellKey(color, size)}-${field}"]`);

  return (
    <div className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <Choice
          label="Thêm màu"
          options={colors.filter(({ id }) => !matrix.colors.includes(id))}
          onAdd={(id) => onChange({ ...matrix, colors: [...matrix.colors, id] })}
        />
        <Choice
          label="Thêm kích thước"
          options={sizes.filter(({ id }) => !matrix.sizes.includes(id))}
          onAdd={(id) => onChange({ ...matrix, sizes: [...matrix.sizes, id] })}
        />
      </div>
      {chosenColors.length === 0 || chosenSizes.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line-strong p-4 text-sm text-muted">
          Chọn ít nhất một màu và một kích thước; mỗi ô của bảng là một phân loại.
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <FillButton direction="down" spot={spot} onFill={fill}>
              <ArrowDown aria-hidden="true" className="size-4" /> Điền xuống
            </FillButton>
            <FillButton direction="across" spot={spot} onFill={fill}>
              <ArrowRight aria-hidden="true" className="size-4" /> Điền ngang
            </FillButton>
            <FillButton direction="all" spot={spot} onFill={fill}>
              <Grid3x3 aria-hidden="true" className="size-4" /> Điền tất cả
            </FillButton>
            <span>từ ô đang chọn; Alt+↓ và Alt+→ cũng vậy.</span>
          </div>
          <div className="overflow-x-auto rounded-lg border border-line">
            <table ref={table} className="text-sm">
              <caption className="sr-only">Giá và tồn kho theo màu và kích thước</caption>
              <thead className="border-b border-line text-left">
                <tr>
                  <th scope="col" className="sticky left-0 bg-surface px-3 py-2 text-muted">
                    Màu
                  </th>
                  {chosenSizes.map(({ id, name }) => (
                    <th key={id} scope="col" className="px-2 py-1">
                      <Removable
                        name={name}
                        label={`Bỏ kích thước ${name}`}
                        onRemove={() => onChange({ ...matrix, sizes: matrix.sizes.filter((each) => each !== id) })}
                      />
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {chosenColors.map((color) => (
                  <tr key={color.id}>
                    <th scope="row" className="sticky left-0 bg-surface px-3 py-2 text-left align-top">
                      <Removable
                        name={color.name}
                        swatch={color.hex_code}
                        label={`Bỏ màu ${color.name}`}
                        onRemove={() =>
                          onChange({ ...matrix, colors: matrix.colors.filter((each) => each !== color.id) })
                        }
                      />
                    </th>
                    {chosenSizes.map((size) => {
                      const key = cellKey(color.id, size.id);
                      return (
                        <td key={size.id} className="px-2 py-2 align-top">
                          <Cell
                            name={`${color.name}, ${size.name}`}
                            spotName={key}
                            cell={matrix.cells[key] ?? EMPTY_CELL}
                            error={errors[key]}
                            onChange={(changes) => setCell(key, changes)}
                            onFocus={(field) => setSpot({ color: color.id, size: size.id, field })}
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
        </>
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  options: readonly { id: number; name: string }[];
  onAdd: (id: number) => void;
}

const Choice = ({ label, options, onAdd }: ChoiceProps) => (
  <label className="grid gap-1.5 text-sm font-medium">
    {label}
    <Select value="" disabled={options.length === 0} onChange={({ target }) => onAdd(Number(target.value))}>
      <option value="">{options.length === 0 ? 'Đã chọn tất cả' : 'Chọn…'}</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  </label>
);

interface FillButtonProps {
  direction: Direction;
  spot: Spot | null;
  onFill: (spot: Spot, direction: Direction) => void;
  children: React.ReactNode;
}

const FillButton = ({ direction, spot, onFill, children }: FillButtonProps) => (
  <Button variant="outline" size="sm" disabled={!spot} onClick={() => spot && onFill(spot, direction)}>
    {children}
  </Button>
);

interface RemovableProps {
  name: string;
  label: string;
  swatch?: string;
  onRemove: () => void;
}

const Removable = ({ name, label, swatch, onRemove }: RemovableProps) => (
  <span className="inline-flex items-center gap-1.5 font-medium whitespace-nowrap">
    {swatch && (
      <span
        aria-hidden="true"
        className="size-4 rounded-full border border-line-strong"
        style={{ background: swatch }}
      />
    )}
    {name}
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onRemove}
      className="grid size-7 place-content-center text-muted hover:text-signal"
    >
      <X aria-hidden="true" className="size-3.5" />
    </button>
  </span>
);

interface CellProps {
  name: string;
  spotName: string;
  cell: DraftCell;
  error?: string[];
  onChange: (changes: Partial<DraftCell>) => void;
  onFocus: (field: Field) => void;
  onKeyDown: (event: KeyboardEvent, field: Field) => void;
}

function Cell({ name, spotName, cell, error, onChange, onFocus, onKeyDown }: CellProps) {
  if (cell.isOff) {
    return (
      <Button
        variant="quiet"
        size="sm"
        onClick={() => onChange({ isOff: undefined })}
        aria-label={`Giữ lại ${name}`}
        className="w-32 text-muted line-through"
      >
        <Undo2 aria-hidden="true" className="size-4" />
        Sẽ bỏ
      </Button>
    );
  }
  const box = (field: Field, label: string) => (
    <input
      aria-label={`${label} ${name}`}
      placeholder={label}
      data-spot={`${spotName}-${field}`}
      inputMode="numeric"
      autoComplete="off"
      aria-invalid={error ? true : undefined}
      value={cell[field]}
      onChange={({ target }) => onChange({ [field]: target.value })}
      onFocus={() => onFocus(field)}
      onKeyDown={(event) => onKeyDown(event, field)}
      className="min-h-9 w-24 rounded-md border border-line-strong bg-surface px-2 text-right tabular placeholder:text-muted aria-invalid:border-signal aria-invalid:bg-signal-soft"
    />
  );
  return (
    <span className="grid w-fit grid-cols-[auto_auto] items-center gap-1">
      {box('price', 'Giá')}
      <button
        type="button"
        aria-label={`Bỏ ${name}`}
        title={`Bỏ ${name}`}
        onClick={() => onChange({ isOff: true })}
        className="grid size-7 place-content-center text-muted hover:text-signal"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
      {box('stock', 'Tồn kho')}
      {error && (
        <span role="alert" className="col-span-2 max-w-32 text-xs text-signal">
          {error.join(' ')}
        </span>
      )}
    </span>
  );
}
