import type { Variant } from 'contract/catalog/catalog';

/** The ids of the colour and size chosen so far. */
export interface Choice {
  color: number | null;
  size: number | null;
}

export const NO_CHOICE: Choice = { color: null, size: null };

type Side = keyof Choice;

const other = (side: Side): Side => (side === 'color' ? 'size' : 'color');

/**
 * The choice after a click on a colour or size. Clicking the chosen one again deselects it. One that is out of stock in
 * combination with the other side's choice clears that side.
 */
export function choose(variants: readonly Variant[], choice: Choice, side: Side, id: number): Choice {
  if (choice[side] === id) return { ...choice, [side]: null };
  const next = { ...choice, [side]: id };
  return hasStock(variants, next) ? next : { ...next, [other(side)]: null };
}

/** True when a variant in stock matches the choice; an open side matches all. */
export const hasStock = (variants: readonly Variant[], { color, size }: Choice): boolean =>
  variants.some(
    (variant) =>
      variant.stock_quantity > 0 &&
      (color === null || variant.color.id === color) &&
      (size === null || variant.size.id === size),
  );

/** Pieces of the variants that match the choice; an open side matches all. */
export const stockOf = (variants: readonly Variant[], { color, size }: Choice): number =>
  variants
    .filter((each) => (color === null || each.color.id === color) && (size === null || each.size.id === size))
    .reduce((sum, { stock_quantity }) => sum + stock_quantity, 0);

/** True when this option is out of stock in combination with the other side's choice. */
export const isOut = (variants: readonly Variant[], choice: Choice, side: Side, id: number): boolean =>
  !hasStock(variants, { ...choice, [side]: id });

/** The variant of a complete choice; undefined while one side is open, or when there is no such combination. */
export const chosenVariant = (variants: readonly Variant[], { color, size }: Choice): Variant | undefined =>
  variants.find((variant) => variant.color.id === color && variant.size.id === size);

/** The request for a missing choice: 'Chọn màu sắc và kích thước', or null when nothing is missing. */
export function missingChoice({ color, size }: Choice): string | null {
  if (color === null && size === null) return 'Chọn màu sắc và kích thước';
  if (color === null) return 'Chọn màu sắc';
  return size === null ? 'Chọn kích thước' : null;
}
