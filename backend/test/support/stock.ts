import { shop } from './client.js';

/** What is in stock of a product, with all its variants. */
export async function stockOf(product: number): Promise<number> {
  const query = 'SELECT total_stock FROM products WHERE id = $1';
  const [row]: { total_stock: number }[] = await shop().db.query(query, [product]);
  return row!.total_stock;
}

/** What is in stock of the only product of an order. */
export async function stockOfOrder(id: number): Promise<number> {
  const query = 'SELECT product_id FROM order_items WHERE order_id = $1';
  const [row]: { product_id: number }[] = await shop().db.query(query, [id]);
  return stockOf(row!.product_id);
}
