import { MAX_TOTAL_STOCK, formatNumber } from '../../contract/rules.js';

/** @param stocks of all variants of a product @returns a sentence when they are too many together, otherwise undefined */
export function totalStockRefusal(stocks: readonly number[]): string | undefined {
  const total = stocks.reduce((sum, stock) => sum + stock, 0);
  return total > MAX_TOTAL_STOCK ? `Tổng tồn kho của một sản phẩm tối đa ${formatNumber(MAX_TOTAL_STOCK)}` : undefined;
}
