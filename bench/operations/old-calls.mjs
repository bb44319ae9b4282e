// @ts-check
import { TOTAL } from './old-shop.mjs';

/*
 * What processes of the release before ask of the database while a migration runs: the statements of a call, in their order and with their
 * locks. Only columns of the first schema are named.
 */

/** @typedef {import('pg').Client} Client */
/** @typedef {import('./old-shop.mjs').Size} Size */
/** @typedef {(db: Client, size: Size) => Promise<void>} Call */

const any = (/** @type {number} */ count) => 1 + Math.floor(Math.random() * count);
/** A product without variants. */
const product = (/** @type {Size} */ { products }) => 3 * any(Math.floor(products / 3) - 1) + 1;

/** @type {Call[]} */
export const READS = [
  async (db, size) => {
    await db.query(
      `SELECT p.*, (SELECT json_agg(i ORDER BY position) FROM product_images i WHERE product_id = p.id) AS images,
         (SELECT json_agg(v ORDER BY id) FROM variants v WHERE product_id = p.id) AS variants
       FROM products p LEFT JOIN product_sales s ON s.product_id = p.id WHERE p.id = $1`,
      [any(size.products)],
    );
  },
  async (db) => {
    await db.query(
      'SELECT id, name, min_price, rating FROM products WHERE archived_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 24',
    );
  },
  async (db, size) => {
    await db.query('SELECT * FROM reviews WHERE product_id = $1 ORDER BY created_at DESC, id DESC LIMIT 10', [
      any(size.products),
    ]);
  },
  async (db, size) => {
    const id = any(size.orders);
    await db.query('SELECT * FROM orders WHERE id = $1', [id]);
    await db.query('SELECT * FROM order_items WHERE order_id = $1', [id]);
    await db.query('SELECT * FROM order_events WHERE order_id = $1 ORDER BY id', [id]);
  },
  async (db, size) => {
    await db.query('SELECT * FROM orders WHERE user_id = $1 ORDER BY id DESC LIMIT 20', [any(size.users)]);
  },
  async (db, size) => {
    await db.query(
      `SELECT a.balance, w.* FROM accounts a JOIN wallet_transactions w ON w.account_id = a.id
       WHERE a.user_id = $1 ORDER BY w.id DESC LIMIT 20`,
      [any(size.users)],
    );
  },
];

/** The orders that were placed and not yet paid, by connection. @type {WeakMap<Client, { user: number, order: number }>} */
const unpaid = new WeakMap();

/** In this order: places an order of two pieces, pays it from the wallet, notes a favourite. @type {Call[]} */
export const WRITES = [
  async (db, size) => {
    const user = any(size.users);
    unpaid.set(db, { user, order: await place(db, user, [product(size), product(size)]) });
  },
  async (db) => {
    const placed = unpaid.get(db);
    unpaid.delete(db);
    if (placed) await pay(db, placed.user, placed.order);
  },
  async (db, size) => {
    await db.query('INSERT INTO favorites (user_id, product_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      any(size.users),
      any(size.products),
    ]);
  },
];

/**
 * @param {Client} db
 * @param {() => Promise<void>} work
 */
async function transaction(db, work) {
  await db.query('BEGIN');
  await work();
  await db.query('COMMIT');
}

/**
 * @param {Client} db
 * @param {number} user
 * @param {number[]} pieces
 * @returns {Promise<number>} the order's id
 */
async function place(db, user, pieces) {
  let order = 0;
  await transaction(db, async () => {
    const { rows } = await db.query(
      `INSERT INTO orders (user_id, address, city, postal_code, country, receiver, payment_method, items_price, shipping_price, tax_price,
         total_price) VALUES ($1, '1 Lê Lợi', 'Huế', '530000', 'Việt Nam', 'Nguyễn Lan', 'Paybox', 200000, 0, 10000, $2) RETURNING id`,
      [user, TOTAL],
    );
    order = rows[0].id;
    await db.query(`SELECT set_config('shop.order_ids', $1, true)`, [`{${order}}`]);
    await db.query(
      `INSERT INTO order_items (order_id, product_id, product_name, qty, price)
       SELECT $1, id, 'Áo thun', 1, 100000 FROM unnest($2::integer[]) id`,
      [order, pieces],
    );
    await db.query('SELECT id FROM products WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [pieces]);
    await db.query(
      'UPDATE products SET count_in_stock = count_in_stock - 1 WHERE id = ANY ($1) AND count_in_stock >= 1',
      [pieces],
    );
    await record(db, { order, user, transition: 'place', before: null, after: 'unpaid', template: 'order_placed' });
    await db.query('SELECT FROM users WHERE id = $1 FOR KEY SHARE', [user]);
  });
  return order;
}

/**
 * @param {Client} db
 * @param {number} user
 * @param {number} order
 */
async function pay(db, user, order) {
  await transaction(db, async () => {
    await db.query('SELECT * FROM orders WHERE id = $1 FOR UPDATE', [order]);
    const { rows } = await db.query(
      'UPDATE accounts SET balance = balance - $2, updated_at = now() WHERE user_id = $1 AND balance >= $2 RETURNING id, balance',
      [user, TOTAL],
    );
    const transfer = await db.query(
      `INSERT INTO transfers (kind, debit_account_id, credit_account_id, amount, wallet_balance_after, order_id, description)
       SELECT 'PAYMENT', $1, id, $2, $3, $4, 'Đơn hàng' FROM accounts WHERE kind = 'sales' RETURNING id`,
      [rows[0].id, TOTAL, rows[0].balance, order],
    );
    await db.query(
      `INSERT INTO wallet_transactions (account_id, transaction_type, amount, status, description, order_id, transfer_id, balance_after)
       VALUES ($1, 'PAYMENT', $2, 'COMPLETED', 'Đơn hàng', $3, $4, $5)`,
      [rows[0].id, TOTAL, order, transfer.rows[0].id, rows[0].balance],
    );
    await db.query('UPDATE orders SET paid_at = now() WHERE id = $1', [order]);
    await record(db, { order, user, transition: 'pay', before: 'unpaid', after: 'paid', template: 'order_paid' });
  });
}

/**
 * @param {Client} db
 * @param {{ order: number, user: number, transition: string, before: string | null, after: string, template: string }} event
 */
async function record(db, { order, user, transition, before, after, template }) {
  await db.query(
    `WITH event AS (
       INSERT INTO order_events (order_id, transition, status_before, status_after, actor, actor_id)
       VALUES ($1, $2, $3, $4, 'buyer', $5) RETURNING id)
     INSERT INTO mails (template, user_id, order_event_id) SELECT $6, $5, id FROM event`,
    [order, transition, before, after, user, template],
  );
}
