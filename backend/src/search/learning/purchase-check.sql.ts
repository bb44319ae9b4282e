import type { DataSource } from 'typeorm';
import { isPurchase } from '../../catalog/products/purchases.sql.js';

/** Whether a user paid for a product within the last day. By hand: it uses the catalogue's definition of a purchase. */
export async function hasJustBought(db: DataSource, userId: number, product: number): Promise<boolean> {
  const [row]: { is: boolean }[] = await db.query(`SELECT ${isPurchase('$1', '$2', '1 day')} AS is`, [userId, product]);
  return row?.is ?? false;
}
