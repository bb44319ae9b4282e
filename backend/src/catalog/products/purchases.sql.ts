/*
 * The catalogue's reads of orders: the one place where its SQL names tables of a later module. A registered callback would cost
 * a second statement for each cached read.
 */

/** True when anybody ordered a product, paid or not. @param product an SQL expression of its id */
export const isOrdered = (product: string) => `EXISTS (SELECT FROM order_items oi WHERE oi.product_id = ${product})`;

/** True when a user bought a product and kept it. The parameters are SQL expressions of their ids. */
export const isPurchase = (user: string, product: string) =>
  `EXISTS (SELECT FROM orders o JOIN order_items oi ON oi.order_id = o.id
    WHERE o.user_id = ${user} AND oi.product_id = ${product} AND o.paid_at IS NOT NULL AND o.refunded_at IS NULL)`;
