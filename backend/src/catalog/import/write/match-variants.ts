import type { CatalogueRecord } from '../../products/catalogue-record.sql.js';
import type { ImportVariant } from '../read/import-product.js';
import { pairOf } from './product-state.js';

/**
 * Matches the file's variants with the product's: by colour and size, which carts refer to; otherwise by SKU, in case a colour
 * or size was renamed. @returns the product's variant for each of the file's; undefined for a new one
 */
export function matchVariants(
  imported: ImportVariant[],
  before: CatalogueRecord['variants'],
): (CatalogueRecord['variants'][number] | undefined)[] {
  const byPair = new Map(before.map((variant) => [pairOf(variant), variant]));
  const matched = imported.map((variant) => byPair.get(pairOf(variant)));
  const taken = new Set(matched);
  const bySku = new Map(
    before.filter((variant) => variant.sku !== '' && !taken.has(variant)).map((variant) => [variant.sku, variant]),
  );
  return imported.map(({ sku }, index) => {
    const variant = matched[index] ?? bySku.get(sku);
    bySku.delete(sku);
    return variant;
  });
}
