import type { Invariants } from './invariant.js';

/** Stock, of variants and of products that have none. */
export const STOCK_INVARIANTS: Invariants = {
  'stock on hand is the sum of its movements': ({ variants, products }) => `
    SELECT * FROM (
      SELECT v.product_id, v.id AS variant_id, v.stock_quantity AS on_hand, coalesce(sum(m.change), 0)::integer AS moved
      FROM ${variants} v LEFT JOIN stock_movements m ON m.product_id = v.product_id AND m.variant_id = v.id GROUP BY v.product_id, v.id, v.stock_quantity
      UNION ALL
      SELECT p.id, NULL, p.count_in_stock, coalesce(sum(m.change), 0)::integer
      FROM ${products} p LEFT JOIN stock_movements m ON m.product_id = p.id AND m.variant_id IS NULL GROUP BY p.id, p.count_in_stock) stock
    WHERE on_hand <> moved`,

  // `owed` is what an order must have moved. Goods of deleted variants cannot go back to stock, so they are not checked.
  'an order has taken its goods, and has given them back when it ended with them in the shop': ({ orders }) => `
    SELECT * FROM (
      SELECT order_id, product_id, variant_id, sum(owed)::integer AS owed, sum(moved)::integer AS moved FROM (
        SELECT i.order_id, i.product_id, i.variant_id, 0 AS moved, CASE
          WHEN o.cancelled_at IS NOT NULL OR (o.refunded_at IS NOT NULL AND o.delivered_at IS NULL AND o.sent_at IS NULL) THEN 0
          ELSE -i.qty END AS owed
        FROM order_items i JOIN ${orders} o ON o.id = i.order_id
        UNION ALL
        SELECT m.order_id, m.product_id, m.variant_id, m.change, 0 FROM stock_movements m JOIN ${orders} o ON o.id = m.order_id) lines
      GROUP BY order_id, product_id, variant_id) goods
    WHERE owed <> moved AND (variant_id IS NULL OR EXISTS (SELECT FROM variants v WHERE v.id = variant_id))`,
};
