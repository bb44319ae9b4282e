import type { EntityManager } from 'typeorm';

/** Returns whether the shop has any product, archived or not. */
export async function hasProducts(db: EntityManager): Promise<boolean> {
  const found: unknown[] = await db.query('SELECT FROM products LIMIT 1');
  return found.length > 0;
}
