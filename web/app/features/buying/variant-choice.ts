import type { Product, Variant } from 'contract/catalog/catalog';

/** The ids of the colour and size chosen so far. */
export interface Choice {
  color: number | null;
  size: number | null;
}

export type Side = keyof Choice;

const otherSide = (side: Side): Side => (side === 'color' ? 'size' : 'color');

/**
 * The choice after a click on a colour or size. Clicking the chosen one again deselects it. One that is out of stock in
 * combination with the other side's choice clears that side.
 */
export function choose(variants: readonly Variant[], choice: Choice, side: Side, id: number): Choice {
  if (choice[side] === id) return { ...choice, [side]: null };
  const next = { ...choice, [side]: id };
  return stockOf(variants, next) > 0 ? next : { ...next, [otherSide(side)]: null };
}

/**
 * The choice with the only colour and the only size of a product filled in. One that is out of stock with the rest of the choice
 * stays open, and so does a side that is `kept` open.
 */
export function fillOnlyOptions(
  { variants, available_colors, available_sizes }: Pick<Product, 'variants' | 'available_colors' | 'available_sizes'>,
  choice: Choice,
  kept: readonly Side[] = [],
): Choice {
  function fill(filled: Choice, side: Side, [only, ...others]: readonly { id: number }[]): Choice {
    if (filled[side] !== null || !only || others.length > 0 || kept.includes(side)) return filled;
    const next = { ...filled, [side]: only.id };
    return stockOf(variants, next) > 0 ? next : filled;
  }
  return fill(fill(choice, 'color', available_colors), 'size', available_sizes);
}

/** Pieces of the variants that match the choice; an open side matches all. */
export const stockOf = (variants: readonly Variant[], { color, size }: Choice): number =>
  variants
    .filter((each) => (color === null || each.color.id === color) && (size === null || each.size.id === size))
    .reduce((sum, { stock_quantity }) => sum + stock_quantity, 0);

/** True when this option is out of stock in combination with the other side's choice. */
export const isOut = (variants: readonly Variant[], choice: Choice, side: Side, id: number): boolean =>
  stockOf(variants, { ...choice, [side]: id }) === 0;

/** The variant of a complete choice; undefined while one side is open, or when there is no such combination. */
export const chosenVariant = (variants: readonly Variant[], { color, size }: Choice): Variant | undefined =>
  variants.find((variant) => variant.color.id === color && variant.size.id === size);

/**
 * The price to show: that of the chosen variant, else the lowest.
 * @returns also whether it is the lowest of several, so that the choice may cost more
 */
export function priceOf({ min_price, variants }: Pick<Product, 'min_price' | 'variants'>, chosen: Variant | undefined) {
  const isFrom = !chosen && variants.some(({ price }) => price !== min_price);
  return { amount: chosen?.price ?? min_price, isFrom };
}

/** The request for a missing choice: 'Chọn màu sắc và kích cỡ', or null when nothing is missing. */
export function missingChoice({ color, size }: Choice): string | null {
  if (color === null && size === null) return 'Chọn màu sắc và kích cỡ';
  if (color === null) return 'Chọn màu sắc';
  return size === null ? 'Chọn kích cỡ' : null;
}
