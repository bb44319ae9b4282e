import type { EntityManager } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import { orRefusal } from '../../platform/batching/request-batcher.js';
import { MAX_QUANTITY, formatNumber, type Vnd } from '../../contract/rules.js';
import { lockStock } from '../products/product.locks.js';
import { Product, Variant } from '../products/product.entity.js';
import { changeStock, currentPrices, type PriceRow, type StockLine } from './stock.sql.js';
import { toVnd } from '../../platform/database/money.column.js';

/** A line with its name, choice and current price, as an order stores it. */
export interface PricedLine extends StockLine {
  name: string;
  color: string | null;
  size: string | null;
  /** The picture that shows the chosen colour best, null when the product has none. */
  imageHash: string | null;
  price: Vnd;
  /** In stock when the line was priced; another order may take it until this one does. */
  stock: number;
}

/** Lines of a cart of the same product and variant, merged; `first` is the index of the first of them in the cart. */
interface SummedLine extends StockLine {
  first: number;
}

/**
 * Prices the lines of carts from the catalogue and merges lines of the same product and variant. Until the transaction
 * ends, the products cannot be deleted, only archived.
 *
 * @param tx the transaction that creates the orders
 * @returns for each cart its merged lines in their original order; or a ShopError 400 that names the field of the line, for an
 *   unknown product or variant, a missing variant, or more than 999 pieces of one thing
 */
export async function priceLines(
  tx: EntityManager,
  carts: readonly (readonly StockLine[])[],
): Promise<(PricedLine[] | ShopError)[]> {
  const summed = carts.map((lines) => orRefusal(() => sumLines(lines)));
  const all = summed.flatMap((lines) => (lines instanceof ShopError ? [] : lines));
  const rows = await currentPrices(tx, all);
  let first = 0;
  return summed.map((lines) => {
    if (lines instanceof ShopError) return lines;
    const own = rows.slice(first, (first += lines.length));
    return orRefusal(() => own.map((row, nth) => priced(row, lines[nth] as SummedLine)));
  });
}

/**
 * Returns the refusal of a cart whose goods were short when it was priced, null for any other. It costs no write and is for this cart
 * alone, whereas `takeStock` refuses all orders of a batch.
 */
export function shortageRefusal(lines: readonly PricedLine[]): ShopError | null {
  const short = lines.find(({ qty, stock }) => stock < qty);
  return short ? tooFew(short) : null;
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
  await lockStock(
    tx,
    lines.map(({ productId }) => productId),
    orderIds,
  );
  const taken = new Set((await changeStock(tx, lines, -1)).map(lineKey));
  const short = lines.find((line) => !taken.has(lineKey(line)));
  if (short) throw tooFew({ ...short, stock: await stockOf(tx, short) });
}

/** Returns the stock of a cancelled or refunded order. Lines whose product or variant is gone are skipped. */
export async function returnStock(tx: EntityManager, orderId: number, lines: readonly StockLine[]): Promise<void> {
  await lockStock(
    tx,
    lines.map(({ productId }) => productId),
    [orderId],
  );
  await changeStock(tx, lines, 1);
}

/** Identifies the product and variant of a line. */
export const lineKey = ({ productId, variantId }: Omit<StockLine, 'qty'>) => `${productId}-${variantId ?? ''}`;

/** Names the product of a line, and the choice in brackets. */
export function lineName({ name, color, size }: PricedLine): string {
  const choice = [color, size].filter(Boolean).join(', ');
  return choice ? `${name} (${choice})` : name;
}

function sumLines(lines: readonly StockLine[]): SummedLine[] {
  const sums = new Map<string, SummedLine>();
  for (const [index, { productId, variantId, qty }] of lines.entries()) {
    const line = sums.get(lineKey({ productId, variantId })) ?? { productId, variantId, qty: 0, first: index };
    line.qty += qty;
    if (line.qty > MAX_QUANTITY) {
      throw refusedLine(index, 'qty', `Mỗi sản phẩm chỉ đặt được tối đa ${MAX_QUANTITY} chiếc trong một đơn hàng`);
    }
    sums.set(lineKey(line), line);
  }
  return [...sums.values()];
}

function priced(row: PriceRow, { qty, first }: SummedLine): PricedLine {
  if (row.product_id === null) {
    throw refusedLine(first, 'id', `Sản phẩm số ${row.wanted_product} không tồn tại hoặc đã ngừng bán`);
  }
  if (row.has_variants && row.wanted_variant === null) {
    throw refusedLine(first, 'variant_id', `Vui lòng chọn màu sắc và kích cỡ cho “${row.name}”`);
  }
  if (row.variant_id !== row.wanted_variant) {
    const sentence = `Phân loại đã chọn của “${row.name}” không tồn tại hoặc đã ngừng bán`;
    throw refusedLine(first, 'variant_id', sentence);
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
    stock: row.stock,
  };
}

/** A refusal that names the field of a line as the validation of the order does. */
const refusedLine = (index: number, field: 'id' | 'variant_id' | 'qty', sentence: string) =>
  ShopError.fields({ [`orderItems.${index}.${field}`]: [sentence] });

function tooFew(line: PricedLine): ShopError {
  const left = line.stock > 0 ? `chỉ còn ${formatNumber(line.stock)} sản phẩm` : 'đã hết hàng';
  return new ShopError(409, `“${lineName(line)}” ${left}`);
}

async function stockOf(tx: EntityManager, { productId, variantId }: StockLine): Promise<number> {
  if (variantId === null) return (await tx.findOneBy(Product, { id: productId }))?.countInStock ?? 0;
  return (await tx.findOneBy(Variant, { id: variantId }))?.stockQuantity ?? 0;
}
