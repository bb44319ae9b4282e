import type { Color, Size } from 'contract/catalog/catalog';
import { ArrowDown, ArrowRight, Grid3x3 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFocusAfterRemoval } from '~/components/form/focus-after-removal';
import { NewOptionButton } from '../options/new-option';
import type { CellErrors } from './cell-errors';
import { AddOption, FillButton } from './matrix-controls';
import { fillCells, type Direction, type Matrix, type Spot } from './matrix-spot';
import { VariantTable } from './variant-table';

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
  const chosenColors = matrix.colors.flatMap((id) => colors.find((color) => color.id === id) ?? []);
  const chosenSizes = sizes.filter(({ id }) => matrix.sizes.includes(id));
  const box = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(matrix.colors, '[data-remove="color"]', box);
  useFocusAfterRemoval(
    chosenSizes.map(({ id }) => id),
    '[data-remove="size"]',
    box,
  );

  const fill = (from: Spot, direction: Direction) =>
    onChange(
      fillCells(
        matrix,
        chosenSizes.map(({ id }) => id),
        from,
        direction,
      ),
    );

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
            label="Thêm kích cỡ"
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
          Chọn ít nhất một màu và một kích cỡ; mỗi ô của bảng là một phân loại.
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
          <VariantTable
            matrix={matrix}
            onChange={onChange}
            colors={chosenColors}
            sizes={chosenSizes}
            errors={errors}
            waiting={waiting}
            onFocus={setSpot}
            onFill={fill}
          />
        </>
      )}
    </div>
  );
}
