import type { EntityManager } from 'typeorm';
import { lockSold } from '../order/order.locks.js';
import { prepared } from '../../platform/database/connections/prepared.js';

const ADD_SOLD = prepared(
  'sold-add',
  `UPDATE product_sales s SET total_sold = greatest(s.total_sold + $2::integer * sold.qty, 0)
   FROM (SELECT product_id, sum(qty)::integer AS qty FROM order_items WHERE order_id = ANY ($1::integer[])
         GROUP BY product_id) sold
   WHERE s.product_id = sold.product_id`,
);

/**
 * Adds the pieces of paid orders to the sales counters (`direction` 1), or subtracts those of refunded orders (-1). By hand: one
 * statement for a batch of orders.
 */
export async function countSold(tx: EntityManager, orderIds: number[], direction: 1 | -1): Promise<void> {
  await lockSold(tx, orderIds);
  await tx.query(ADD_SOLD, [orderIds, direction]);
}
