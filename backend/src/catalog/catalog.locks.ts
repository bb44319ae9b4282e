import { In, type EntityManager, type EntityTarget } from 'typeorm';
import { Product, Variant } from './products/product.entity.js';
import { isOrdered } from './products/purchases.sql.js';
import type { Brand, Category } from './taxonomy/taxonomy.entity.js';
import type { Color, Size } from './options/option.entity.js';
import { ShopError, type FieldErrors } from '../platform/errors/shop-error.js';
import { TEXTS } from '../contract/rules.js';
import { prepared } from '../platform/database/connections/prepared.js';

/** Locks a brand, category, colour or size for a change. @returns null when it does not exist */
export function lockAttribute<T extends Brand | Category | Color | Size>(
  tx: EntityManager,
  entity: EntityTarget<T>,
  id: number,
): Promise<T | null> {
  return tx
    .createQueryBuilder(entity, 'attribute')
    .where('attribute.id = :id', { id })
    .setLock('pessimistic_write')
    .getOne();
}

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

/** Locks brands, categories, colours or sizes against deletion, to refer to them. @returns the existing ids */
export async function lockAttributesForReference(
  tx: EntityManager,
  table: 'brands' | 'categories' | 'colors' | 'sizes',
  ids: number[],
): Promise<Set<number>> {
  const rows: { id: number }[] = await tx.query(
    `SELECT id FROM ${table} WHERE id = ANY ($1::integer[]) ORDER BY id FOR KEY SHARE`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The ids that the fields of a body refer to. */
type References = {
  table: Parameters<typeof lockAttributesForReference>[1];
  message: string;
  fields: [field: string, id: number][];
}[];

/** Locks the rows that a product or variant refers to against deletion. @throws ShopError 400 naming every field with an unknown id */
export async function lockReferences(tx: EntityManager, references: References): Promise<void> {
  const wrong: FieldErrors = {};
  for (const { table, message, fields } of references) {
    const known = await lockAttributesForReference(tx, table, [...new Set(fields.map(([, id]) => id))]);
    for (const [field, id] of fields) if (!known.has(id)) wrong[field] = [message];
  }
  if (Object.keys(wrong).length > 0) throw ShopError.fields(wrong);
}
