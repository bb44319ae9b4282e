import type { CatalogueRecord } from '../../products/catalogue-record.sql.js';
import type { ImportNote, ImportProduct } from '../read/import-product.js';
import { totalStockRefusal } from '../../stock/total-stock.js';
import { matchVariants } from './match-variants.js';

/**
 * Completes a product of a file with what the file has no column for, as the shop has it: a list of prices changes prices alone.
 * @param before the shop's product; undefined for a new one, which stays as it is
 */
export function keepUnstated(imported: ImportProduct, before: CatalogueRecord | undefined): ImportProduct {
  const { unstated } = imported;
  if (!before || unstated.size === 0) return imported;
  const kept = { ...imported };
  for (const part of ['description', 'brand', 'category', 'oldPrice', 'stock'] as const) {
    if (unstated.has(part)) Object.assign(kept, { [part]: before[part] });
  }
  const matched = matchVariants(imported.variants, before.variants);
  kept.variants = imported.variants.map((variant, nth) => {
    const was = matched[nth];
    if (!was) return variant;
    return {
      ...variant,
      ...(unstated.has('stock') && { stock: was.stock }),
      ...(unstated.has('sku') && { sku: was.sku }),
    };
  });
  return kept;
}

/** Says why a file cannot change a product: one without options would remove its variants. @returns null when it can */
export function importRefusal(
  { handle, line, unstated }: ImportProduct,
  before: CatalogueRecord | undefined,
): ImportNote | null {
  if (!before?.hasVariants || before.variants.length === 0 || !unstated.has('options')) return null;
  const message = `Sản phẩm “${handle}” có phân loại, nên tệp cần các cột Option1 Name và Option1 Value. Hãy xuất tệp từ cửa hàng rồi sửa giá trong đó.`;
  return { kind: 'error', line, column: 'Option1 Name', message };
}

/** Says that a product would have too many pieces. @param imported with what the file leaves out @returns null for any other */
export function stockRefusal({ line, variants }: ImportProduct): ImportNote | null {
  const message = totalStockRefusal(variants.map(({ stock }) => stock));
  return message === undefined
    ? null
    : { kind: 'error', line, column: 'Variant Inventory Qty', message: `${message}.` };
}
