import type { Failure } from '~/api/http/client';
import { typedNumber } from '~/components/form/typed-number';
import { EMPTY_CELL, cellKey, type ProductDraft } from '../product-draft';
import type { Field } from './matrix-spot';
import type { VariantPlan } from './variant-plan';

/** The messages of the table's inputs, by `inputKey`. */
export type CellErrors = Failure['fields'];

/** Names an input of the table: the field of a `cellKey`. */
export const inputKey = (cell: string, field: Field) => `${cell}-${field}`;

const EXAMPLES: Record<Field, string> = { price: '199000', stock: '12' };

const isUnreadable = (typed: string) => typed.trim() !== '' && Number.isNaN(typedNumber(typed));

/**
 * The inputs of a draft that hold no whole number, such as `199.000,50`. The form points them out and sends nothing: skipped, the
 * variant would keep its old price without a word beside it.
 */
export function wrongCells({ hasVariants, colors, sizes, cells }: ProductDraft): CellErrors {
  if (!hasVariants) return {};
  const errors: CellErrors = {};
  for (const key of colors.flatMap((color) => sizes.map((size) => cellKey(color, size)))) {
    const cell = cells[key] ?? EMPTY_CELL;
    if (cell.isOff) continue;
    for (const field of ['price', 'stock'] as const)
      if (isUnreadable(cell[field])) errors[inputKey(key, field)] = [`Chỉ nhận số nguyên, như ${EXAMPLES[field]}`];
  }
  return errors;
}

/** Places the server's messages about a sent row, such as those of `variants.3.price`, at the input of the cell. */
export function errorsAtInputs(fields: Failure['fields'], { variants }: VariantPlan): CellErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([path, sentences]) => {
      const [, row, name] = /^variants\.(\d+)\.(\w+)/.exec(path) ?? [];
      const sent = variants[Number(row)];
      if (!sent) return [path, sentences];
      return [inputKey(cellKey(sent.color_id, sent.size_id), name?.startsWith('stock') ? 'stock' : 'price'), sentences];
    }),
  );
}
