import type { Color, Size } from 'contract/catalog/catalog';
import { useRef, useState } from 'react';
import { useFocusAfterRemoval } from '~/components/form/focus/focus-after-removal';
import type { CellErrors } from './cell-errors';
import { AddOption, FillButtons } from './matrix-controls';
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
  const sizeIds = chosenSizes.map(({ id }) => id);
  const box = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(matrix.colors, '[data-remove="color"]', box);
  useFocusAfterRemoval(sizeIds, '[data-remove="size"]', box);
  const fill = (from: Spot, direction: Direction) => onChange(fillCells(matrix, sizeIds, from, direction));
  return (
    <div ref={box} className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <AddOption
          kind="colors"
          label="Thêm màu"
          options={colors}
          chosen={matrix.colors}
          none="Chưa có màu nào"
          onAdd={(id) => onChange({ ...matrix, colors: [...matrix.colors, id] })}
          onNewOption={onNewOption}
        />
        <AddOption
          kind="sizes"
          label="Thêm kích cỡ"
          options={sizes}
          chosen={matrix.sizes}
          none="Chưa có kích cỡ nào"
          onAdd={(id) => onChange({ ...matrix, sizes: [...matrix.sizes, id] })}
          onNewOption={onNewOption}
        />
      </div>
      {chosenColors.length === 0 || chosenSizes.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line-strong p-4 text-sm text-muted">
          Chọn ít nhất một màu và một kích cỡ; mỗi ô của bảng là một phân loại.
        </p>
      ) : (
        <>
          <FillButtons spot={spot} onFill={fill} />
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
