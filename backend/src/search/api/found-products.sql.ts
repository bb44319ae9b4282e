import type { DataSource } from 'typeorm';
import { LIST_PRODUCT } from '../../catalog/products/product.sql.js';
import type { ListProduct } from '../../contract/catalog/catalog.js';

/**
 * Reads the products in the shop that have these ids, as lists show them, in any order. By hand: PostgreSQL writes the JSON of
 * a list product in one place.
 */
export async function readFoundProducts(db: DataSource, ids: number[]): Promise<ListProduct[]> {
  const rows: { product: ListProduct }[] = await db.query(
    `SELECT ${LIST_PRODUCT} AS product FROM products p WHERE p.id = ANY ($1) AND p.archived_at IS NULL`,
    [ids],
  );
  return rows.map(({ product }) => product);
}
