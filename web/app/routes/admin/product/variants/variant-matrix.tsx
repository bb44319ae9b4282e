import type { Color, Size } from 'contract/catalog/catalog';
import { ArrowDown, ArrowRight, Grid3x3 } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useFocusAfterRemoval } from '~/components/form/focus';
import { NewOptionButton } from '../new-option';
import { inputKey, type CellErrors } from './cell-errors';
import { AddOption, FillButton, RemovableHeading } from './matrix-controls';
import type { Direction, Spot } from './matrix-spot';
import { EMPTY_CELL, cellKey, type DraftCell, type ProductDraft } from '../product-draft';
import { VariantCell } from './variant-cell';

type Matrix = Pick<ProductDraft, 'colors' | 'sizes' | 'cells'>;

interface VariantMatrixProps {
  matrix: Matrix;
  onChange: (matrix: Matrix) => void;
  /** All colours and sizes of the shop. */
  colors: readonly Color[];
  sizes: readonly Size[];
  onNewOption: (kind: 'colors' | 'sizes') => void;
  errors: CellErrors;
  /** How many shoppers wait for the stock of a variant, by `cellKey`. */
  waiting: Record<string, number>;
}

/** A product's variants as a table of colours by sizes, each cell with its price and stock. */
export function VariantMatrix({ matrix, onChange, colors, sizes, onNewOption, errors, waiting }: VariantMatrixProps) {
  const [spot, setSpot] = useState<Spot | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const chosenColors = matrix.colors.flatMap((id) => colors.find((color) => color.id === id) ?? []);
  const chosenSizes = sizes.filter(({ id }) => matrix.sizes.includes(id));
  const box = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(matrix.colors, '[data-remove="color"]', box);
  useFocusAfterRemoval(
    chosenSizes.map(({ id }) => id),
    '[data-remove="size"]',
    box,
  );

  const setCell = (key: string, changes: Partial<DraftCell>) => {
    const cell = { ...(matrix.cells[key] ?? EMPTY_CELL), ...changes };
    onChange({ ...matrix, cells: { ...matrix.cells, [key]: cell } });
  };

  /** Copies an input's value into the inputs below it, right of it, or all of them. */
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
    if (next !== undefined) inputAt({ ...at, color: next })?.focus();
  }
  const inputAt = ({ color, size, field }: Spot) =>
    table.current?.querySelector<HTMLInputElement>(`[data-input="${inputKey(cellKey(color, size), field)}"]`);

  return (
    <div ref={box} className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <div className="grid content-start gap-1">
          <AddOption
            label="Thêm màu"
            options={colors}
            chosen={matrix.colors}
            none="Chưa có màu nào"
            onAdd={(id) => onChange({ ...matrix, colors: [...matrix.colors, id] })}
          />
          <NewOptionButton kind="colors" onClick={onNewOption} />
        </div>
        <div className="grid content-start gap-1">
          <AddOption
            label="Thêm kích thước"
            options={sizes}
            chosen={matrix.sizes}
            none="Chưa có kích cỡ nào"
            onAdd={(id) => onChange({ ...matrix, sizes: [...matrix.sizes, id] })}
          />
          <NewOptionButton kind="sizes" onClick={onNewOption} />
        </div>
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
                      <RemovableHeading
                        kind="size"
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
                      <RemovableHeading
                        kind="color"
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
                          <VariantCell
                            name={`${color.name}, ${size.name}`}
                            cellKey={key}
                            cell={matrix.cells[key] ?? EMPTY_CELL}
                            errors={errors}
                            waiting={waiting[key] ?? 0}
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
