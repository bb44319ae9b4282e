import type { Variant } from 'contract/catalog';

/** The colour and the size that a shopper has picked so far, by id. */
export interface Choice {
  color: number | null;
  size: number | null;
}

export const NO_CHOICE: Choice = { color: null, size: null };

type Side = keyof Choice;

const other = (side: Side): Side => (side === 'color' ? 'size' : 'color');

/**
 * The choice after a click on one colour or size: the same one again takes it back; one that is not in stock together
 * with the other side's choice clears that.
 */
export function choose(variants: readonly Variant[], choice: Choice, side: Side, id: number): Choice {
  if (choice[side] === id) return { ...choice, [side]: null };
  const next = { ...choice, [side]: id };
  return hasStock(variants, next) ? next : { ...next, [other(side)]: null };
}

/** Whether anything in stock fits the choice; a side without one fits all. */
export const hasStock = (variants: readonly Variant[], { color, size }: Choice): boolean =>
  variants.some(
    (variant) =>
      variant.stock_quantity > 0 &&
      (color === null || variant.color.id === color) &&
      (size === null || variant.size.id === size),
  );

/** Whether this option would go together with what the other side has picked. */
export const isOut = (variants: readonly Variant[], choice: Choice, side: Side, id: number): boolean =>
  !hasStock(variants, { ...choice, [side]: id });

/** The variant of a complete choice; undefined while one side is open, or when there is no such combination. */
export const chosenVariant = (variants: readonly Variant[], { color, size }: Choice): Variant | undefined =>
  variants.find((variant) => variant.color.id === color && variant.size.id === size);

/** What to ask for before it can be bought: 'Chọn màu sắc và kích thước', or null when nothing is missing. */
export function missingChoice({ color, size }: Choice): string | null {
  if (color === null && size === null) return 'Chọn màu sắc và kích thước';
  if (color === null) return 'Chọn màu sắc';
  return size === null ? 'Chọn kích thước' : null;
}
