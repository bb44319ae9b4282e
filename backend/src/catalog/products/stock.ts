import type { EntityManager } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import { orRefusal } from '../../platform/batching/request-batcher.js';
import { MAX_QUANTITY, formatNumber, type Vnd } from '../../contract/rules.js';
import { toVnd } from '../../platform/database/money.column.js';

/** A line of a cart or an order: `variantId` is null for a product without variants. */
export interface StockLine {
  productId: number;
  variantId: number | null;
  qty: number;
}

/** A line with its name, choice and current price, as an order stores it. */
export interface PricedLine extends StockLine {
  name: string;
  color: string | null;
  size: string | null;
  /** The product's first picture, null when it has none. */
  imageHash: string | null;
  price: Vnd;
}

interface PriceRow {
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
}

/**
 * Prices the lines of carts from the catalogue and merges lines of the same product and variant. Until the transaction
 * ends, the products cannot be deleted, only archived.
 *
 * @param tx the transaction that creates the orders
 * @returns for each cart its merged lines in their original order; or a ShopError 400 for an unknown product or variant,
 *   a missing variant, or more than 999 pieces of one thing
 */
export async function priceLines(
  tx: EntityManager,
  carts: readonly (readonly StockLine[])[],
): Promise<(PricedLine[] | ShopError)[]> {
  const summed = carts.map((lines) => orRefusal(() => sumLines(lines)));
  const all = summed.flatMap((lines) => (lines instanceof ShopError ? [] : lines));
  const rows: PriceRow[] = await tx.query(
    `SELECT line.product_id AS wanted_product, line.variant_id AS wanted_variant,
            p.id AS product_id, p.name, p.has_variants, v.id AS variant_id, c.name AS color, s.name AS size,
            coalesce(v.price, p.price) AS price,
            (SELECT i.media_hash FROM product_images i WHERE i.product_id = p.id ORDER BY i.position LIMIT 1) AS image_hash
     FROM unnest($1::integer[], $2::integer[]) WITH ORDINALITY AS line (product_id, variant_id, nth)
     LEFT JOIN (SELECT * FROM products WHERE id = ANY ($1::integer[]) AND archived_at IS NULL FOR KEY SHARE) p
       ON p.id = line.product_id
     LEFT JOIN variants v ON v.id = line.variant_id AND v.product_id = p.id AND p.has_variants
     LEFT JOIN colors c ON c.id = v.color_id
     LEFT JOIN sizes s ON s.id = v.size_id
     ORDER BY line.nth`,
    [all.map((line) => line.productId), all.map((line) => line.variantId)],
  );
  let first = 0;
  return summed.map((lines) => {
    if (lines instanceof ShopError) return lines;
    const own = rows.slice(first, (first += lines.length));
    return orRefusal(() => own.map((row, nth) => priced(row, lines[nth]?.qty ?? 0)));
  });
}

/**
 * Takes the stock of orders, all lines or none. It locks the products in the order of their ids before it changes them, so
 * that two orders never deadlock.
 *
 * @param tx must be rolled back on an error
 * @param orderIds the orders of the lines, for the stock movements
 * @throws ShopError 409 naming the first product that is short
 */
export async function takeStock(tx: EntityManager, orderIds: number[], lines: readonly PricedLine[]): Promise<void> {
  await lockProducts(tx, orderIds, lines);
  const taken = await changeStock(tx, lines, -1);
  const short = lines.find((line) => !taken.has(keyOf(line)));
  if (short) throw await tooFew(tx, short);
}

/** Returns the stock of a cancelled or refunded order. Lines whose product or variant is gone are skipped. */
export async function returnStock(tx: EntityManager, orderId: number, lines: readonly StockLine[]): Promise<void> {
  await lockProducts(tx, [orderId], lines);
  await changeStock(tx, lines, 1);
}

const keyOf = (line: Pick<StockLine, 'productId' | 'variantId'>) => `${line.productId}-${line.variantId ?? ''}`;

function sumLines(lines: readonly StockLine[]): StockLine[] {
  const sums = new Map<string, StockLine>();
  for (const { productId, variantId, qty } of lines) {
    const line = sums.get(keyOf({ productId, variantId })) ?? { productId, variantId, qty: 0 };
    line.qty += qty;
    if (line.qty > MAX_QUANTITY) {
      throw new ShopError(400, `Mỗi sản phẩm chỉ đặt được tối đa ${MAX_QUANTITY} chiếc trong một đơn hàng`);
    }
    sums.set(keyOf(line), line);
  }
  return [...sums.values()];
}

function priced(row: PriceRow, qty: number): PricedLine {
  if (row.product_id === null) {
    throw new ShopError(400, `Sản phẩm số ${row.wanted_product} không tồn tại hoặc đã ngừng bán`);
  }
  if (row.has_variants && row.wanted_variant === null) {
    throw new ShopError(400, `Vui lòng chọn màu sắc và kích thước cho "${row.name}"`);
  }
  if (row.variant_id !== row.wanted_variant) {
    throw new ShopError(400, `Phân loại đã chọn của "${row.name}" không tồn tại hoặc đã ngừng bán`);
  }
  return {
    productId: row.product_id,
    variantId: row.variant_id,
    qty,
    name: row.name,
    color: row.color,
    size: row.size,
    imageHash: row.image_hash,
    price: toVnd(row.price) ?? 0,
  };
}

/**
 * Locks products. The lock covers their variants too, because a change of a variant updates sums in its product.
 * @param orderIds the orders to name in the stock movements of this transaction
 */
async function lockProducts(tx: EntityManager, orderIds: number[], lines: readonly StockLine[]): Promise<void> {
  await tx.query(
    `SELECT set_config('shop.order_ids', $2, true) FROM
       (SELECT id FROM products WHERE id = ANY ($1::integer[]) ORDER BY id FOR NO KEY UPDATE) locked`,
    [lines.map((line) => line.productId), `{${orderIds.join(',')}}`],
  );
}

/** Adds or subtracts stock. @returns the keys of the changed lines; a line that would fall below zero is not changed */
async function changeStock(tx: EntityManager, lines: readonly StockLine[], direction: 1 | -1): Promise<Set<string>> {
  const rows: StockLine[] = await tx.query(
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
    [
      lines.map((line) => line.productId),
      lines.map((line) => line.variantId),
      lines.map((line) => direction * line.qty),
    ],
  );
  return new Set(rows.map(keyOf));
}

async function tooFew(tx: EntityManager, line: PricedLine): Promise<ShopError> {
  const [row]: { stock: number }[] = await tx.query(
    line.variantId === null
      ? 'SELECT count_in_stock AS stock FROM products WHERE id = $1'
      : 'SELECT stock_quantity AS stock FROM variants WHERE id = $1',
    [line.variantId ?? line.productId],
  );
  const choice = [line.color, line.size].filter(Boolean).join(', ');
  const name = choice ? `${line.name} (${choice})` : line.name;
  const stock = row?.stock ?? 0;
  return new ShopError(409, stock > 0 ? `"${name}" chỉ còn ${formatNumber(stock)} sản phẩm` : `"${name}" đã hết hàng`);
}
