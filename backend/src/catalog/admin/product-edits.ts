import { ShopError } from '../../platform/errors/shop-error.js';
import { formatNumber } from '../../contract/rules.js';
import type { Product } from '../products/product.entity.js';
import { totalStockRefusal } from '../stock/total-stock.js';

/*
 * Shared by the edits of a product and of its variants.
 */

/**
 * Refuses an edit of an outdated version (optimistic locking).
 * @param version the version that the editor saw; undefined skips the check
 * @throws ShopError 409 with the current version
 */
export function expectVersion(product: Product, version: number | undefined): void {
  if (version === undefined || version === product.version) return;
  throw new ShopError(409, 'Sản phẩm vừa được thay đổi ở nơi khác. Hãy xem lại trước khi lưu.', {
    version: product.version,
  });
}

/**
 * Returns the stock after an edit. Pieces sold since the editor loaded the page stay sold: the edit counts as a difference.
 * @param now the current stock
 * @param wanted the stock that the editor entered; `was`: the stock that they saw. Without `was`, `wanted` is absolute
 * @throws ShopError 409 when the stock would fall below zero
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
    `“${name}” chỉ còn ${formatNumber(now)} chiếc, không thể bớt ${formatNumber(was! - wanted)}`,
  );
}

/** @param stocks of all variants of a product after an edit @throws ShopError 400 when they are too many together */
export function expectTotalStock(stocks: readonly number[]): void {
  const refusal = totalStockRefusal(stocks);
  if (refusal !== undefined) throw new ShopError(400, refusal);
}
