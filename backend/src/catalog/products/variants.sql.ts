import type { EntityManager } from 'typeorm';
import type { Variant as VariantOnTheWire } from '../../contract/catalog/catalog.js';
import type { Vnd } from '../../contract/rules.js';

import { VARIANTS, VARIANT_LIST } from './product.sql.js';

/** Reads all variants of a product, as the API shows them. */
export async function readVariants(tx: EntityManager, product: number): Promise<VariantOnTheWire[]> {
  const [row]: { variants: VariantOnTheWire[] }[] = await tx.query(
    `SELECT ${VARIANT_LIST} AS variants FROM ${VARIANTS} WHERE v.product_id = $1`,
    [product],
  );
  return row?.variants ?? [];
}

/** The target state of a variant. */
export interface VariantRow {
  /** Null for a new variant. */
  id: number | null;
  color_id: number;
  size_id: number;
  /** Unchanged when left out. */
  sku?: string;
  price: Vnd;
  stock_quantity: number;
}

/**
 * Replaces a product's variants with these rows. A variant that stays keeps its id, an unchanged one is not written, and
 * one that is not among the rows is removed. By hand: an import writes thousands of products, in three statements at most each.
 * @param tx holds the product's lock
 * @param before its variants. A statement that would find nothing to do is left out: its triggers cost as much as a change
 */
export async function writeVariants(
  tx: EntityManager,
  product: number,
  rows: VariantRow[],
  before: readonly { id: number }[],
): Promise<void> {
  const kept = new Set(rows.map(({ id }) => id));
  const values = [product, JSON.stringify(rows)];
  const given =
    'json_to_recordset($2) AS g (id integer, color_id integer, size_id integer, sku text, price bigint, stock_quantity integer)';
  if (before.some(({ id }) => !kept.has(id))) {
    await tx.query(
      `DELETE FROM variants v WHERE v.product_id = $1 AND NOT EXISTS (SELECT FROM ${given} WHERE g.id = v.id)`,
      values,
    );
  }
  if (before.some(({ id }) => kept.has(id))) {
    await tx.query(
      `UPDATE variants v SET color_id = g.color_id, size_id = g.size_id, sku = coalesce(g.sku, v.sku), price = g.price,
         stock_quantity = g.stock_quantity
       FROM ${given} WHERE v.product_id = $1 AND v.id = g.id AND (v.color_id, v.size_id, v.sku, v.price, v.stock_quantity)
         IS DISTINCT FROM (g.color_id, g.size_id, coalesce(g.sku, v.sku), g.price, g.stock_quantity)`,
      values,
    );
  }
  if (kept.has(null)) {
    await tx.query(
      `INSERT INTO variants (product_id, color_id, size_id, sku, price, stock_quantity)
       SELECT $1, g.color_id, g.size_id, coalesce(g.sku, ''), g.price, g.stock_quantity FROM ${given} WHERE g.id IS NULL`,
      values,
    );
  }
}
