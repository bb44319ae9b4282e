import type { Product } from 'contract/catalog/catalog';

/** `out`: gone in all colours; `out-in-color`: gone in the chosen colour alone; `none`: the product has no such size. */
export type SizeStock = 'in' | 'out' | 'out-in-color' | 'none';

/** Whether a size can be bought. @param color the chosen colour; null for any */
export function sizeStock({ variants }: Pick<Product, 'variants'>, size: number, color: number | null): SizeStock {
  const ofSize = variants.filter((variant) => variant.size.id === size);
  if (ofSize.length === 0) return 'none';
  const inStock = ofSize.filter(({ stock_quantity }) => stock_quantity > 0);
  if (inStock.length === 0) return 'out';
  return color === null || inStock.some((variant) => variant.color.id === color) ? 'in' : 'out-in-color';
}
