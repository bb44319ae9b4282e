import type { EntityManager } from 'typeorm';
import { ShopError, type FieldErrors } from '../common/shop-error.js';
import { formatNumber } from '../contract/rules.js';
import { holdShelves } from '../db/locks.js';
import type { Product } from './product.entity.js';

/*
 * What the edits of a product and of its variants have in common.
 */

/**
 * Refuses an edit that was based on something that is no longer so.
 * @param version that of the product as its editor saw it; undefined overwrites whatever is there
 * @throws ShopError 409 with the version that the product has now
 */
export function expectVersion(product: Product, version: number | undefined): void {
  if (version === undefined || version === product.version) return;
  throw new ShopError(409, 'Sản phẩm vừa được thay đổi ở nơi khác. Hãy xem lại trước khi lưu.', {
    version: product.version,
  });
}

/**
 * The stock after an edit. What was sold since the editor looked stays sold: only the difference that they made counts.
 * @param wanted the stock that the editor wrote, over `was`; without `was` it is absolute
 * @throws ShopError 409 when more would be taken away than there is
 */
export function editedStock(
  now: number,
  { wanted, was }: { wanted: number; was?: number | null },
  name: string,
): number {
  const stock = was === undefined || was === null ? wanted : now + wanted - was;
  if (stock >= 0) return stock;
  throw new ShopError(
    409,
    `"${name}" chỉ còn ${formatNumber(now)} chiếc, không thể bớt ${formatNumber(was! - wanted)}`,
  );
}

/** Which ids each field of a body refers to. */
type References = {
  table: Parameters<typeof holdShelves>[1];
  message: string;
  fields: [field: string, id: number][];
}[];

/** Holds what a product or a variant refers to. @throws ShopError 400 that names every field whose id there is not */
export async function holdReferences(tx: EntityManager, references: References): Promise<void> {
  const wrong: FieldErrors = {};
  for (const { table, message, fields } of references) {
    const known = await holdShelves(tx, table, [...new Set(fields.map(([, id]) => id))]);
    for (const [field, id] of fields) if (!known.has(id)) wrong[field] = [message];
  }
  if (Object.keys(wrong).length > 0) throw ShopError.fields(wrong);
}
