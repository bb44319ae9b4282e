import { NO_COLOR, PICTURE_COLOR_COLUMN } from '../../csv/product-csv.js';
import { lowerVi } from '../../text/fold.js';
import type { ImportProduct, ImportVariant } from './import-product.js';
import type { ShopifyRow } from './shopify-row.js';

type Pictures = Pick<ImportProduct, 'pictures' | 'pictureColors'>;

/**
 * Reads which colours the pictures of a product show: what the shop's own column says, otherwise the colour of the variants whose
 * `Variant Image` it is. A picture of variants in several colours shows no colour in particular. The own column may hold anything in
 * a foreign file, so only the product's own colours count there.
 *
 * @param pictures from the column `Image Src`, in order; a `Variant Image` that is not among them comes after them
 * @param hasColors false for a product without colours, whose pictures have none either
 */
export function shopifyPictures(
  pictures: string[],
  rows: ShopifyRow[],
  variants: (ImportVariant & { row: ShopifyRow })[],
  hasColors: boolean,
): Pictures {
  if (!hasColors) return { pictures, pictureColors: new Map() };
  const names = new Map(variants.map(({ color }) => [lowerVi(color), color]));
  const ofVariants = new Map<string, Set<string>>();
  for (const { row, color } of variants) {
    const source = row.cell('Variant Image');
    if (source !== '') ofVariants.set(source, (ofVariants.get(source) ?? new Set()).add(lowerVi(color)));
  }
  const pictureColors: Pictures['pictureColors'] = new Map();
  for (const [source, colors] of ofVariants) {
    const [only = ''] = colors;
    pictureColors.set(source, colors.size === 1 ? names.get(only)! : null);
  }
  for (const row of rows) {
    const stated = row.cell(PICTURE_COLOR_COLUMN);
    const color = stated === NO_COLOR ? null : names.get(lowerVi(stated));
    if (row.cell('Image Src') !== '' && color !== undefined) pictureColors.set(row.cell('Image Src'), color);
  }
  return { pictures: [...new Set([...pictures, ...ofVariants.keys()])], pictureColors };
}
