/*
 * The catalogue's reads of orders: the one place where its SQL names tables of a later module. A registered callback would cost
 * a second statement for each cached read.
 */

/** True when anybody ordered a product, paid or not. @param product an SQL expression of its id */
export const isOrdered = (product: string) => `EXISTS (SELECT FROM order_items oi WHERE oi.product_id = ${product})`;

/**
 * Whether a user bought a product and kept it. The parameters are expressions of their ids. It looks through the user's orders:
 * LIMIT keeps PostgreSQL from reading all sales of a best seller instead, once for each review.
 * @param within an interval: whether it was paid for so lately
 */
export const isPurchase = (user: string, product: string, within?: string) =>
  `EXISTS (SELECT FROM orders o CROSS JOIN LATERAL
      (SELECT FROM order_items oi WHERE oi.order_id = o.id AND oi.product_id = ${product} LIMIT 1) item
    WHERE o.user_id = ${user} AND o.refunded_at IS NULL
      AND ${within ? `o.paid_at > now() - interval '${within}'` : 'o.paid_at IS NOT NULL'})`;
