import type { EntityManager } from 'typeorm';
import type { BulkLine } from '../../contract/catalog/bulk-edit.js';
import type { Conditions } from '../../platform/database/conditions.js';
import { VARIANTS } from '../products/product.sql.js';
import { ADMIN_PRODUCTS } from './admin-products.sql.js';

/*
 * The lines of a bulk edit. By hand: thousands of products and variants in one statement each.
 */

/** The ids of the products that match, at most `limit` of them. */
export async function matchingProducts(tx: EntityManager, where: Conditions, limit: number): Promise<number[]> {
  const rows: { id: number }[] = await tx.query(
    `SELECT p.id FROM ${ADMIN_PRODUCTS} ${where.sql} LIMIT ${limit}`,
    where.values,
  );
  return rows.map(({ id }) => id);
}

/** A line before the edit, with its product's version, which each edit raises and no sale. */
export type FoundLine = BulkLine & { version: number };

/** The lines with a price and a stock: each variant of a product with variants, any other product itself. */
export function readLines(tx: EntityManager, ids: number[]): Promise<FoundLine[]> {
  return tx.query(
    `SELECT line.*, price_before AS price_after, stock_before AS stock_after, NULL AS refused FROM (
       SELECT p.id AS product, NULL::integer AS variant, p.name, '' AS choice, p.price::float8 AS price_before,
         p.count_in_stock AS stock_before, p.version
       FROM products p WHERE p.id = ANY ($1::integer[]) AND NOT p.has_variants
       UNION ALL
       SELECT p.id, v.id, p.name, c.name || ', ' || s.name, v.price::float8, v.stock_quantity, p.version
       FROM ${VARIANTS} JOIN products p ON p.id = v.product_id
       WHERE p.id = ANY ($1::integer[]) AND p.has_variants) line
     ORDER BY product, variant`,
    [ids],
  );
}

/** Writes the price and stock of lines after the edit. */
export async function writeLines(tx: EntityManager, lines: BulkLine[]): Promise<void> {
  const given =
    'json_to_recordset($1) AS line (product integer, variant integer, price_after bigint, stock_after integer)';
  const values = [JSON.stringify(lines)];
  await tx.query(
    `UPDATE variants v SET price = price_after, stock_quantity = stock_after FROM ${given} WHERE v.id = line.variant`,
    values,
  );
  await tx.query(
    `UPDATE products p SET price = price_after, count_in_stock = stock_after FROM ${given}
     WHERE p.id = line.product AND line.variant IS NULL`,
    values,
  );
}
