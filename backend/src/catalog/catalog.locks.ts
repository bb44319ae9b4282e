import { In, type EntityManager, type EntityTarget } from 'typeorm';
import { Product, Variant } from './products/product.entity.js';
import type { Brand, Category, Color, Size } from './taxonomy/taxonomy.entity.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { TEXTS } from '../contract/rules.js';

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

/** Locks all sizes, to change their order. */
export async function lockSizes(tx: EntityManager): Promise<void> {
  await tx.query('SELECT FROM sizes ORDER BY id FOR NO KEY UPDATE');
}

/**
 * Locks products, archived ones too, to change them or their variants.
 * @returns the existing ones, in the order of their ids
 */
export function lockProducts(tx: EntityManager, ids: number[]): Promise<Product[]> {
  return tx.find(Product, { where: { id: In(ids) }, order: { id: 'ASC' }, lock: { mode: 'for_no_key_update' } });
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
export async function holdAttributes(
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
