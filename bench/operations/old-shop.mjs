// @ts-check

/*
 * Fills a database at an early migration with a large shop, by SQL alone: the current build works only with the current schema. The rows
 * meet the constraints, but the ledger's balances do not add up: nothing here reads them.
 */

const PRICE = 100_000;
/** Two pieces and 5 % tax. */
export const TOTAL = 210_000;
const RICH = 9_000_000_000;

/** Filled without their indexes, which are built afterwards. */
const TABLES = [
  ...['users', 'media', 'colors', 'sizes', 'products', 'product_sales', 'product_images', 'variants', 'reviews'],
  ...[
    'accounts',
    'orders',
    'order_items',
    'order_events',
    'mails',
    'transfers',
    'wallet_transactions',
    'stock_movements',
  ],
];

/** @typedef {{ orders: number, users: number, products: number, reviews: number }} Size */

/**
 * @param {number} orders
 * @returns {Size}
 */
export const sizeOf = (orders) => ({
  orders,
  users: Math.ceil(orders / 10),
  products: Math.ceil(orders / 50),
  reviews: Math.ceil(orders / 5),
});

/** When an order was placed: one after the other through a year, none in the last day. */
const placedAt = (/** @type {Size} */ { orders }) =>
  `now() - interval '1 day' - (${orders} - n) * (interval '365 days' / ${orders})`;

/** Every twelfth order expired; the others are paid and delivered. */
const IS_PAID = 'n % 12 <> 0';

const series = (/** @type {number} */ count) => `FROM generate_series(1, ${count}) n`;

const catalogue = (/** @type {Size} */ { users, products, reviews }) => `
  INSERT INTO users (id, username, username_key, email, email_key, password_hash, first_name, last_name)
    SELECT n, 'khach-' || n, 'khach-' || n, 'khach-' || n || '@example.com', 'khach-' || n || '@example.com', '', 'Lan', 'Nguyễn'
    ${series(users)};
  INSERT INTO media (hash, mime, width, height, state) SELECT md5(n::text), 'image/webp', 900, 1200, 'ready' ${series(2 * products)};
  INSERT INTO colors (id, name, hex_code) VALUES (1, 'Đỏ', '#ff0000');
  INSERT INTO sizes (id, name, position) SELECT n, 'Cỡ ' || n, n ${series(3)};
  INSERT INTO products (id, handle, name, price, count_in_stock, has_variants, min_price, total_stock, created_at)
    SELECT n, 'ao-' || n, 'Áo thun số ' || n, ${PRICE}, 1000000, n % 3 = 0, ${PRICE}, 1000000, now() - n * interval '1 minute'
    ${series(products)};
  INSERT INTO product_sales (product_id, total_sold) SELECT n, 100 ${series(products)};
  INSERT INTO product_images (product_id, media_hash, position)
    SELECT n, md5((2 * n - nth)::text), nth ${series(products)}, generate_series(0, 1) nth;
  INSERT INTO variants (product_id, color_id, size_id, price, stock_quantity)
    SELECT n, 1, size, ${PRICE}, 100 ${series(products)}, generate_series(1, 3) size WHERE n % 3 = 0;
  INSERT INTO reviews (product_id, user_id, rating, comment)
    SELECT 1 + n % ${products}, 1 + n / ${products}, 1 + n % 5, 'Vải mát, đúng cỡ' FROM generate_series(0, ${reviews} - 1) n;
  INSERT INTO accounts (id, kind, user_id, balance) SELECT 1000 + n, 'wallet', n, ${RICH} ${series(users)};`;

const ordered = (/** @type {Size} */ size) => `
  INSERT INTO orders (id, user_id, created_at, address, city, postal_code, country, receiver, phone, payment_method, items_price,
      shipping_price, tax_price, total_price, paid_at, delivered_at, cancelled_at)
    SELECT n, 1 + n % ${size.users}, at, '1 Lê Lợi', 'Huế', '530000', 'Việt Nam', 'Nguyễn Lan', '0900000000', 'Paybox', ${2 * PRICE}, 0,
      ${TOTAL - 2 * PRICE}, ${TOTAL}, CASE WHEN ${IS_PAID} THEN at + interval '5 minutes' END,
      CASE WHEN ${IS_PAID} THEN at + interval '1 day' END, CASE WHEN NOT ${IS_PAID} THEN at + interval '1 day' END
    ${series(size.orders)}, LATERAL (SELECT ${placedAt(size)} AS at) placed;
  INSERT INTO order_items (order_id, product_id, product_name, qty, price)
    SELECT n, 1 + (n::bigint * step) % ${size.products}, 'Áo thun', 1, ${PRICE} ${series(size.orders)}, unnest(ARRAY[7919, 104729]) step;
  INSERT INTO stock_movements (product_id, change, order_id)
    SELECT 1 + (n::bigint * step) % ${size.products}, -1, n ${series(size.orders)}, unnest(ARRAY[7919, 104729]) step;
  INSERT INTO order_events (id, order_id, transition, status_before, status_after, actor, actor_id, created_at) OVERRIDING SYSTEM VALUE
    SELECT 3 * n + nth, n, transition, before, after, CASE WHEN nth = 2 THEN 'shop' ELSE 'buyer' END,
      CASE WHEN nth < 2 THEN 1 + n % ${size.users} END, ${placedAt(size)}
    ${series(size.orders)}, LATERAL (VALUES (0, 'place', NULL, 'unpaid', true), (1, 'pay', 'unpaid', 'paid', ${IS_PAID}),
      (2, 'expire', 'unpaid', 'cancelled', NOT ${IS_PAID})) event (nth, transition, before, after, is_so) WHERE is_so;
  INSERT INTO mails (template, user_id, order_event_id, state, attempts, sent_at)
    SELECT CASE transition WHEN 'place' THEN 'order_placed' WHEN 'pay' THEN 'order_paid' ELSE 'order_expired' END,
      1 + order_id % ${size.users}, id, 'sent', 1, created_at FROM order_events;`;

const money = (/** @type {Size} */ { orders, users }) => `
  INSERT INTO transfers (id, kind, debit_account_id, credit_account_id, amount, wallet_balance_after, order_id, description)
      OVERRIDING SYSTEM VALUE
    SELECT 2 * n + nth, move.kind, CASE nth WHEN 0 THEN shop.id ELSE wallet END, CASE nth WHEN 0 THEN wallet ELSE shop.id END, ${TOTAL}, ${RICH},
      CASE nth WHEN 1 THEN n END, 'Đơn hàng #' || n
    ${series(orders)}, LATERAL (SELECT 1001 + n % ${users} AS wallet) whose,
      (VALUES (0, 'DEPOSIT', 'card_clearing'), (1, 'PAYMENT', 'sales')) move (nth, kind, other)
      JOIN accounts shop ON shop.kind = move.other
    WHERE ${IS_PAID};
  INSERT INTO wallet_transactions (account_id, transaction_type, amount, status, description, order_id, transfer_id, balance_after)
    SELECT CASE kind WHEN 'PAYMENT' THEN debit_account_id ELSE credit_account_id END, kind, amount, 'COMPLETED', description, order_id, id,
      wallet_balance_after FROM transfers;`;

/**
 * Fills an empty, migrated database.
 *
 * @param {import('pg').Client} db a superuser's
 * @param {Size} size
 */
export async function fill(db, size) {
  // Triggers and references would look at each row.
  await db.query(
    `SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'`,
  );
  const { rows } = await db.query(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [TABLES],
  );
  for (const { name } of rows) await db.query(`DROP INDEX ${name}`);
  for (const part of [catalogue, ordered, money]) await db.query(part(size));
  for (const { definition } of rows) await db.query(definition);
  for (const table of TABLES)
    await db.query(
      `SELECT setval(pg_get_serial_sequence($1, 'id'), (SELECT count(*) * 4 + 10000 FROM ${table}))
       FROM pg_attribute WHERE attrelid = $1::text::regclass AND attname = 'id' AND attidentity <> ''`,
      [table],
    );
  await db.query('RESET ALL');
  await db.query('VACUUM ANALYZE');
  await db.query('CHECKPOINT');
}
