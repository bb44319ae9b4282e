import type { EntityManager } from 'typeorm';

/**
 * Counts an order's pieces as sold when it is paid (`direction` 1), and no longer when it is refunded (-1). Their rows
 * are locked in the order of their ids.
 */
export async function countSold(tx: EntityManager, orderId: number, direction: 1 | -1): Promise<void> {
  await tx.query(
    `WITH sold AS (
       SELECT product_id, sum(qty)::integer AS qty FROM order_items WHERE order_id = $1 GROUP BY product_id
     ), locked AS (
       SELECT product_id FROM product_sales WHERE product_id IN (SELECT product_id FROM sold)
       ORDER BY product_id FOR NO KEY UPDATE
     )
     UPDATE product_sales s SET total_sold = greatest(s.total_sold + $2::integer * sold.qty, 0)
     FROM sold JOIN locked USING (product_id) WHERE s.product_id = sold.product_id`,
    [orderId, direction],
  );
}
