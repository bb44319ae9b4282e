import { In, type EntityManager } from 'typeorm';
import { Product, Variant } from './product.entity.js';
import { isOrdered } from './purchases.sql.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { TEXTS } from '../../contract/rules.js';
import { prepared } from '../../platform/database/connections/prepared.js';

/** Locks the products of a condition, in the order of their ids, and returns these. By hand: the statement that changes them contains it. */
export const productLock = (which: string) => `SELECT id FROM products WHERE ${which} ORDER BY id FOR NO KEY UPDATE`;

/**
 * Locks products, archived ones too, to change them or their variants.
 * @returns the existing ones, in the order of their ids
 */
export function lockProducts(tx: EntityManager, ids: number[]): Promise<Product[]> {
  return tx.find(Product, { where: { id: In(ids) }, order: { id: 'ASC' }, lock: { mode: 'for_no_key_update' } });
}

/** Locks products like `lockProducts`, without loading them: there may be thousands. */
export async function lockProductRows(tx: EntityManager, by: { ids: number[] } | { handles: string[] }): Promise<void> {
  if ('ids' in by) await tx.query(productLock('id = ANY ($1::integer[])'), [by.ids]);
  else await tx.query(productLock('handle = ANY ($1::text[])'), [by.handles]);
}

const LOCK_STOCK = prepared(
  'stock-lock',
  `SELECT set_config('shop.order_ids', $2, true) FROM (${productLock('id = ANY ($1::integer[])')}) locked`,
);

/**
 * Locks products to take or return the stock of orders. The lock covers their variants too, because a change of a variant
 * updates sums in its product. By hand: the same statement names the orders for the stock movements of this transaction.
 */
export async function lockStock(tx: EntityManager, productIds: number[], orderIds: number[]): Promise<void> {
  await tx.query(LOCK_STOCK, [productIds, `{${orderIds.join(',')}}`]);
}

/**
 * Locks a product for its deletion, without waiting.
 * @returns false if somebody ordered it, or a concurrent order or review holds it: waiting for that could be a deadlock
 */
export async function tryLockForDeletion(tx: EntityManager, id: number): Promise<boolean> {
  const rows: unknown[] = await tx.query(
    `SELECT FROM products p WHERE id = $1 AND NOT ${isOrdered('p.id')} FOR UPDATE SKIP LOCKED`,
    [id],
  );
  return rows.length > 0;
}

/** Locks one product. @throws ShopError 404 */
export async function lockProduct(tx: EntityManager, id: number): Promise<Product> {
  const [product] = await lockProducts(tx, [id]);
  if (!product) throw ShopError.notFound(TEXTS.productNotFound);
  return product;
}

/** Locks a product's variants. The caller holds the product's lock. */
export function lockVariants(tx: EntityManager, productId: number): Promise<Variant[]> {
  return tx.find(Variant, { where: { productId }, order: { id: 'ASC' }, lock: { mode: 'for_no_key_update' } });
}
