import type { EntityManager } from 'typeorm';
import { pictureInColor } from '../products/product.sql.js';
import { prepared } from '../../platform/database/connections/prepared.js';

/*
 * Prices and stock of order lines. By hand: one statement for all orders of a batch, on the path of every order.
 */

/** A line of a cart or an order: `variantId` is null for a product without variants. */
export interface StockLine {
  productId: number;
  variantId: number | null;
  qty: number;
}

/** A product and variant as they are sold; null where they do not exist. */
export interface PriceRow {
  wanted_product: number;
  wanted_variant: number | null;
  product_id: number | null;
  name: string;
  has_variants: boolean;
  variant_id: number | null;
  color: string | null;
  size: string | null;
  image_hash: string | null;
  price: string;
  stock: number;
}

const CURRENT_PRICES = prepared(
  'stock-prices',
  `SELECT line.product_id AS wanted_product, line.variant_id AS wanted_variant,
          p.id AS product_id, p.name, p.has_variants, v.id AS variant_id, c.name AS color, s.name AS size,
          coalesce(v.price, p.price) AS price, coalesce(v.stock_quantity, p.count_in_stock) AS stock,
          ${pictureInColor('p.id', 'v.color_id')} AS image_hash
   FROM unnest($1::integer[], $2::integer[]) WITH ORDINALITY AS line (product_id, variant_id, nth)
   LEFT JOIN (SELECT * FROM products WHERE id = ANY ($1::integer[]) AND archived_at IS NULL FOR KEY SHARE) p
     ON p.id = line.product_id
   LEFT JOIN variants v ON v.id = line.variant_id AND v.product_id = p.id AND p.has_variants
   LEFT JOIN colors c ON c.id = v.color_id
   LEFT JOIN sizes s ON s.id = v.size_id
   ORDER BY line.nth`,
);

/**
 * Reads the prices of lines, in their order. Until the transaction ends, the products cannot be deleted, only archived.
 */
export function currentPrices(tx: EntityManager, lines: readonly StockLine[]): Promise<PriceRow[]> {
  return tx.query(CURRENT_PRICES, [lines.map((line) => line.productId), lines.map((line) => line.variantId)]);
}

const CHANGE_STOCK = prepared(
  'stock-change',
  `WITH line AS (
     SELECT product_id, variant_id, sum(qty)::integer AS qty
     FROM unnest($1::integer[], $2::integer[], $3::integer[]) AS given (product_id, variant_id, qty)
     GROUP BY product_id, variant_id
   ), of_variants AS (
     UPDATE variants v SET stock_quantity = v.stock_quantity + line.qty FROM line
     WHERE v.id = line.variant_id AND v.product_id = line.product_id AND v.stock_quantity + line.qty >= 0
     RETURNING v.product_id, v.id AS variant_id
   ), of_products AS (
     UPDATE products p SET count_in_stock = p.count_in_stock + line.qty FROM line
     WHERE p.id = line.product_id AND line.variant_id IS NULL AND p.count_in_stock + line.qty >= 0
     RETURNING p.id AS product_id, NULL::integer AS variant_id
   )
   SELECT product_id AS "productId", variant_id AS "variantId" FROM of_variants
   UNION ALL SELECT product_id, variant_id FROM of_products`,
);

/**
 * Adds (`direction` 1) or subtracts (-1) the quantities of lines. A line whose stock would fall below zero is not changed.
 * @returns the changed lines
 */
export function changeStock(
  tx: EntityManager,
  lines: readonly StockLine[],
  direction: 1 | -1,
): Promise<Omit<StockLine, 'qty'>[]> {
  return tx.query(CHANGE_STOCK, [
    lines.map((line) => line.productId),
    lines.map((line) => line.variantId),
    lines.map((line) => direction * line.qty),
  ]);
}
