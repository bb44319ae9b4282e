import type { EntityManager } from 'typeorm';

/**
 * Counts an order's pieces as sold when it is paid (`direction` 1), and no longer when it is refunded (-1). Products are
 * locked in the order of their ids.
 */
export async function countSold(tx: EntityManager, orderId: number, direction: 1 | -1): Promise<void> {
  await tx.query(
    `WITH sold AS (
       SELECT product_id AS id, sum(qty)::integer AS qty FROM order_items WHERE order_id = $1 GROUP BY product_id
     ), locked AS (
       SELECT id FROM products WHERE id IN (SELECT id FROM sold) ORDER BY id FOR NO KEY UPDATE
     )
     UPDATE products p SET total_sold = greatest(p.total_sold + $2::integer * sold.qty, 0)
     FROM sold JOIN locked USING (id) WHERE p.id = sold.id`,
    [orderId, direction],
  );
}
