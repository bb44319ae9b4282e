import { ShopError } from '../../platform/errors/shop-error.js';
import { isUniqueViolation } from '../../platform/database/transaction.js';

/** Turns a unique violation into a 400 for the field `name`. */
export const refuseTwice =
  (sentence: string) =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? ShopError.fields({ name: [sentence] }) : error;
  };

/** @throws ShopError 409 while products use it, including archived ones */
export function refuseInUse(called: string, products: number): void {
  if (products > 0) throw new ShopError(409, `Còn ${products} sản phẩm có ${called}, nên không thể xóa.`);
}
