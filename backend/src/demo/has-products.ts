import type { EntityManager } from 'typeorm';

/** Whether anything is for sale, or ever was. */
export async function hasProducts(db: EntityManager): Promise<boolean> {
  const found: unknown[] = await db.query('SELECT FROM products LIMIT 1');
  return found.length > 0;
}
