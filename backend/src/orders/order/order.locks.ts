import type { EntityManager } from 'typeorm';
import { LOCK_CLASSES } from '../../platform/database/advisory-locks.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { Order } from './order.entity.js';
import { lockRows } from '../../platform/database/lock-rows.js';
import { prepared } from '../../platform/database/connections/prepared.js';

/**
 * Locks the unpaid orders of accounts before adding to them, so that of two concurrent orders of one account the second counts
 * the first.
 * @param userIds waits for a single account; of several, skips those that are locked elsewhere
 * @returns the ids of the locked accounts
 */
export async function lockUnpaidOrders(tx: EntityManager, userIds: number[]): Promise<Set<number>> {
  const [first, ...others] = new Set(userIds);
  if (first !== undefined && others.length === 0) {
    await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_CLASSES.unpaidOrders, first]);
    return new Set([first]);
  }
  const rows: { id: number }[] = await tx.query(
    'SELECT id FROM unnest($2::integer[]) AS account (id) WHERE pg_try_advisory_xact_lock($1, id)',
    [LOCK_CLASSES.unpaidOrders, [...new Set(userIds)]],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Locks the unpaid orders of newcomers' networks before adding to them.
 * @param networks as keyed hashes
 * @param waits whether to wait for networks that are locked elsewhere; otherwise they are skipped
 * @returns the locked networks
 */
export async function lockUnpaidNetworks(tx: EntityManager, networks: string[], waits: boolean): Promise<Set<string>> {
  const requested = [...new Set(networks)].sort();
  if (waits) {
    for (const network of requested) {
      await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_CLASSES.unpaidNetworks, network]);
    }
    return new Set(requested);
  }
  const rows: { network: string }[] = await tx.query(
    'SELECT network FROM unnest($2::text[]) AS requested (network) WHERE pg_try_advisory_xact_lock($1, hashtext(network))',
    [LOCK_CLASSES.unpaidNetworks, requested],
  );
  return new Set(rows.map(({ network }) => network));
}

/**
 * Locks an order before its state changes. Loads no relations.
 * @param where with `userId`, finds only that user's order
 * @throws ShopError 404
 */
export async function lockOrder(tx: EntityManager, where: { id: number; userId?: number }): Promise<Order> {
  const order = await tx.findOne(Order, { where, lock: { mode: 'pessimistic_write' } });
  if (!order) throw ShopError.notFound('Không tìm thấy đơn hàng.');
  return order;
}

/**
 * Locks several orders, in the order of their ids.
 * @param keys each order's id with its owner's; an order of another owner is not found
 * @param waits whether to wait for locked rows; otherwise they are skipped
 */
export function lockOrders(
  tx: EntityManager,
  keys: { orderId: number; userId: number }[],
  waits: boolean,
): Promise<Order[]> {
  const query = tx
    .createQueryBuilder(Order, 'o')
    .where('(o.id, o.user_id) IN (SELECT * FROM unnest(:ids::integer[], :owners::integer[]))', {
      ids: keys.map(({ orderId }) => orderId),
      owners: keys.map(({ userId }) => userId),
    })
    .orderBy('o.id');
  return lockRows(query, waits);
}

/** Locks the orders of an account that is being deleted. Payments and chargebacks lock an order before its buyer's wallet too. */
export async function lockOrdersOf(tx: EntityManager, userId: number): Promise<void> {
  await tx.query('SELECT FROM orders WHERE user_id = $1 ORDER BY id FOR NO KEY UPDATE', [userId]);
}

/** Locks an order FOR KEY SHARE, as inserting a row that refers to it does. Call it before `lockAccountForReference`. */
export async function lockOrderForReference(tx: EntityManager, id: number): Promise<void> {
  await tx.query('SELECT FROM orders WHERE id = $1 FOR KEY SHARE', [id]);
}

const LOCK_SOLD = prepared(
  'sold-lock',
  `SELECT FROM product_sales WHERE product_id IN (SELECT product_id FROM order_items WHERE order_id = ANY ($1::integer[]))
   ORDER BY product_id FOR NO KEY UPDATE`,
);

/** Locks the sales counters of the orders' products, ordered by product id. Call it before locking wallets. */
export async function lockSold(tx: EntityManager, orderIds: number[]): Promise<void> {
  await tx.query(LOCK_SOLD, [orderIds]);
}

/** Locks the products and sales counters of an order. Call it when wallets are locked before `refundOrder`. */
export async function lockGoods(tx: EntityManager, orderId: number): Promise<void> {
  await tx.query(
    `SELECT FROM products WHERE id IN (SELECT product_id FROM order_items WHERE order_id = $1) ORDER BY id FOR NO KEY UPDATE`,
    [orderId],
  );
  await lockSold(tx, [orderId]);
}
