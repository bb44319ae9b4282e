import { ShopError } from '../../platform/errors/shop-error.js';
import { codeOf } from '../../platform/database/transaction.js';

const UNIQUE_VIOLATION = '23505';

/** The number of products by colour or size, as a table to join: `id`, `products`. */
export const usesBy = (column: 'color_id' | 'size_id') =>
  `(SELECT id, count(*)::integer AS products FROM (SELECT DISTINCT ${column} AS id, product_id FROM variants) v GROUP BY id)`;

/** For what fails because a name is unique: a 400 that says so beside the name. */
export const refuseTwice =
  (sentence: string) =>
  (error: unknown): never => {
    throw codeOf(error) === UNIQUE_VIOLATION ? ShopError.fields({ name: [sentence] }) : error;
  };

/** @throws ShopError 409 while products come in it, archived ones too */
export function refuseInUse(called: string, products: number): void {
  if (products > 0) throw new ShopError(409, `Còn ${products} sản phẩm có ${called}, nên không thể xóa.`);
}
